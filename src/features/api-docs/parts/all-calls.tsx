import type { ReactNode } from "react";
import type { ShownGroup, ShownSchema } from "#features/api-docs/pure/shown-calls.ts";
import { Call } from "./call.tsx";
import { groupId } from "./call-index.tsx";
import { Schema } from "./schema.tsx";

/** Every call by its group, then every schema. Nothing in it changes, so the server draws it once. */
export function AllCalls(props: { groups: readonly ShownGroup[]; schemas: readonly ShownSchema[] }): ReactNode {
  const names = props.schemas.map(({ name }) => name);
  return (
    <>
      {props.groups.map((group) => (
        <section key={group.name} className="apigroup" id={groupId(group.name)}>
          <h2 className="h-sec">{group.name}</h2>
          {group.about !== "" && <p className="dim">{group.about}</p>}
          {group.calls.map((call) => (
            <Call key={call.id} call={call} names={names} />
          ))}
        </section>
      ))}
      <section className="apigroup" id="schemas">
        <h2 className="h-sec">Schemas</h2>
        <p className="dim">What calls take and give, by name.</p>
        {props.schemas.map((schema) => (
          <Schema key={schema.name} schema={schema} names={names} />
        ))}
      </section>
    </>
  );
}
