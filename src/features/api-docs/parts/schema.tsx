import type { ReactNode } from "react";
import type { ShownSchema } from "#features/api-docs/pure/shown-calls.ts";
import { CodeBlock } from "./code-block.tsx";
import { Said } from "./said.tsx";
import { TypeNames } from "./type-names.tsx";

export function Schema({ schema, names }: { schema: ShownSchema; names: readonly string[] }): ReactNode {
  return (
    <article className="apicall" id={schema.name}>
      <h3 className="apicall__head">
        <a href={`#${schema.name}`}>
          <code>{schema.name}</code>
        </a>
      </h3>
      <p>
        <Said text={schema.about} />.
      </p>
      {schema.type !== "" && (
        <p className="small">
          <TypeNames text={schema.type} names={names} />
        </p>
      )}
      <details className="apicall__more">
        <summary>
          Fields and an example<span className="sr"> of {schema.name}</span>
        </summary>
        {schema.fields.length > 0 && (
          <dl className="apilist small">
            {schema.fields.map((field) => (
              <div key={field.name}>
                <dt>
                  <code>{field.name}</code>
                  {field.isRequired ? "" : ", can be left out"}: <TypeNames text={field.type} names={names} />
                </dt>
                <dd className="dim">
                  <Said text={field.meaning} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        <CodeBlock label="Example" of={schema.name} source={schema.example} />
      </details>
    </article>
  );
}
