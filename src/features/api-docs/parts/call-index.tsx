import type { ReactNode } from "react";
import type { IndexGroup } from "#features/api-docs/pure/shown-calls.ts";

/** The address of a group on the page. */
export function groupId(name: string): string {
  return `group-${name.toLowerCase().replaceAll(" ", "-")}`;
}

/** All calls by their groups; folded where the screen has no room beside the calls. */
export function CallIndex({ groups }: { groups: readonly IndexGroup[] }): ReactNode {
  return (
    <nav className="apiindex" aria-label="Calls">
      <ul>
        {groups.map((group) => (
          <li key={group.name}>
            <details>
              <summary>
                {group.name} <span className="dim">{group.calls.length}</span>
              </summary>
              <ul className="apiindex__calls small">
                <li>
                  <a className="link" href={`#${groupId(group.name)}`}>
                    All of {group.name}
                  </a>
                </li>
                {group.calls.map((call) => (
                  <li key={call.id}>
                    <a className="link" href={`#${call.id}`}>
                      {call.summary}
                    </a>
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
        <li>
          <a className="apiindex__all" href="#schemas">
            Schemas
          </a>
        </li>
      </ul>
    </nav>
  );
}
