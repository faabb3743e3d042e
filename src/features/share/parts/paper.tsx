import { RING } from "#features/drawing/pure/segments.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { paperRows, ROOMY_ROWS } from "#features/share/pure/paper-rows.ts";
import { sharedFacts, sharedTitle } from "#features/share/pure/shared-words.ts";
import type { ShareLevel } from "#core/share-level.ts";

/** The pipeline on one sheet, black on white. Small on the screen; in print it is the only thing on the page. */
export function Paper({ profile, level, today }: { profile: PublicProfile; level: ShareLevel; today: string }) {
  const { rows, columns, left } = paperRows(profile, level, today);
  return (
    <div className={`paper paper--${rows.length <= ROOMY_ROWS ? "roomy" : columns}`}>
      <p className="paper__n">{sharedTitle(profile, level)}</p>
      <p className="paper__h">{sharedFacts(profile, level, today)}</p>
      {left === 0 ? null : <p className="paper__h">{`${left} earlier roles are not on this sheet.`}</p>}
      <ol className="paper__l" role="list">
        {rows.map((row) => (
          <li key={row.key} className="pp">
            {row.ring === "role" ? (
              <span className="pp__k" aria-hidden="true" />
            ) : (
              <span
                className="pp__r"
                data-kind={row.ring === "school" ? "school" : RING[row.ring]}
                aria-hidden="true"
              />
            )}
            {row.track === undefined ? null : <span className="pp__t" data-t={row.track} aria-hidden="true" />}
            <span className="pp__w">
              <span>
                <b>{row.first}</b>
                {row.rest === "" ? null : `, ${row.rest}`}
              </span>
              {row.dates === "" ? null : <span className="pp__d">{row.dates}</span>}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
