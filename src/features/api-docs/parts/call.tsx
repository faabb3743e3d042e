import type { ReactNode } from "react";
import type { Caller, ShownCall } from "#features/api-docs/pure/shown-calls.ts";
import { CodeBlock } from "./code-block.tsx";
import { Said } from "./said.tsx";
import { TypeNames } from "./type-names.tsx";

const CALLERS: Record<Caller, string> = {
  anybody: "Open to everybody",
  token: "Needs a token",
  admin: "Administrators",
};

/** A call: its purpose, its input and output, and an example. */
export function Call({ call, names }: { call: ShownCall; names: readonly string[] }): ReactNode {
  const name = `${call.method} ${call.path}`;
  return (
    <article className="apicall" id={call.id}>
      <h3 className="apicall__head">
        <a href={`#${call.id}`}>
          <span className="apicall__method">{call.method}</span> <code>{call.path}</code>
        </a>
      </h3>
      <p>
        {call.summary}. <span className="small dim">{CALLERS[call.caller]}.</span>
      </p>
      {call.description !== "" && (
        <p className="small dim">
          <Said text={call.description} />
        </p>
      )}
      <details className="apicall__more">
        <summary>
          What it takes and gives, with examples<span className="sr"> for {name}</span>
        </summary>
        {call.parameters.length > 0 && (
          <dl className="apilist small">
            {call.parameters.map((one) => (
              <div key={`${one.where} ${one.name}`}>
                <dt>
                  <code>{one.name}</code> in {one.where}
                  {one.isRequired ? "" : ", optional"}
                </dt>
                <dd className="dim">
                  <Said text={one.description} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        {call.takes !== "" && (
          <p className="small">
            <span className="semi">Takes</span> <TypeNames text={call.takes} names={names} />
          </p>
        )}
        <p className="small">
          <span className="semi">Gives</span> <TypeNames text={call.gives} names={names} />
        </p>
        {call.samples.map((sample) => (
          <CodeBlock key={sample.label} label={sample.label} of={name} source={sample.source} />
        ))}
        <h4 className="small semi">Statuses</h4>
        <ul className="apilist small">
          {call.answers.map((answer) => (
            <li key={answer.status}>
              <code>{answer.status}</code> <span className="dim">{answer.text}</span>
            </li>
          ))}
        </ul>
      </details>
    </article>
  );
}
