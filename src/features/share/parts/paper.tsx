import { RING } from "#features/drawing/pure/segments.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { fitPaper } from "#features/share/pure/paper-fit.ts";
import { paperRows } from "#features/share/pure/paper-rows.ts";
import { sharedFacts, sharedTitle } from "#features/share/pure/shared-words.ts";
import type { ShareLevel } from "#core/share-level.ts";

/** The pipeline on one sheet, black on white. Small on the screen; in print it is the only thing on the page. */
export function Paper({ profile, level, today }: { profile: PublicProfile; level: ShareLevel; today: string }) {
  const { rows, left } = paperRows(profile, level, today);
  const title = sharedTitle(profile, level);
  const head = [sharedFacts(profile, level, today)];
  if (left > 0) head.push(`${left} earlier roles are not on this sheet.`);
  const { density, lines, isNameLong, steps } = fitPaper(title, head, rows);
  return (
    <div className={`paper paper--${density} ${lines ? "paper--cut" : ""}`.trim()}>
      <p className={isNameLong ? "paper__n paper__n--long" : "paper__n"}>{title}</p>
      {head.map((text) => (
        <p key={text} className="paper__h">
          {text}
        </p>
      ))}
      <ol className="paper__l" role="list" data-n={steps}>
        {rows.map((row, index) => (
          <li key={row.key} className="pp" data-n={lines?.[index]}>
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
