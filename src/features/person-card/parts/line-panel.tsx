import { Avatar, CompanyLogo, lineClass, SchoolLogo } from "#features/drawing/parts/marks.tsx";
import { RING, type LineRole, type LineStop, type LineView } from "#features/drawing/pure/segments.ts";
import { titleOf } from "#features/drawing/pure/stop-text.ts";
import { durationLabel, shortRangeLabel } from "#features/pipeline/rules.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { Dotted } from "#ui/dotted.tsx";
import { Icon } from "#ui/icon.tsx";
import { nameOf } from "./card.ts";

function Stop({ stop, note, isLast, today }: { stop: LineStop; note: string; isLast: boolean; today: string }) {
  const [first, ...later] = stop.roles;
  const role = stop.roles.at(-1)?.role;
  if (first === undefined || role === undefined) return null;
  const words = ({ role: one }: LineRole) => (
    <Dotted parts={[titleOf(one), durationLabel(one, today) || shortRangeLabel(one)]} />
  );
  const track = isLast ? (role.phase === "current" ? "arrow" : "end") : stop.ring === "intern" ? "i" : "f";
  return (
    <li className={note === "" ? "lpan__s" : "lpan__s is-match"} data-t={track}>
      <CompanyLogo name={stop.displayName} logo={stop.logo} size="s" kind={RING[stop.ring]} />
      <p className="lpan__b">
        <span className="lpan__n">{stop.displayName}</span>
        {note === "" ? null : <span className="sr">{`, ${note}`}</span>}
        <span className="lpan__ti">{words(first)}</span>
        {later.map((part) => (
          <span key={part.role.position} className="lpan__ti lpan__ti--later">
            {words(part)}
          </span>
        ))}
      </p>
    </li>
  );
}

/**
 * A person's pipeline from top to bottom, for lists on small screens.
 * @param props.noteOf why a stop is marked, for screen readers; '' for an unmarked stop
 */
export function LinePanel(props: {
  profile: PublicProfile;
  view: LineView;
  /** Facts under the name; '' for one that is not known. */
  meta: readonly string[];
  noteOf: (stop: LineStop) => string;
  today: string;
}) {
  const { profile, view, meta, noteOf, today } = props;
  return (
    <article className={`panel lpan ${lineClass(profile._id)}`}>
      <div className="lpan__who">
        <Avatar pfp={profile.pfp} size={36} />
        <div className="grow">
          <h2 className="lpan__name">
            <a href={`/user/${profile._id}`}>{nameOf(profile)}</a>
          </h2>
          {meta.every((fact) => fact === "") ? null : (
            <p className="small dim">
              <Dotted parts={meta} />
            </p>
          )}
        </div>
        <Icon name="chevron-right" size={18} />
      </div>
      <ol className="lpan__l" role="list">
        {profile.schoolName === "" ? null : (
          <li className="lpan__s" data-t="gap">
            <SchoolLogo name={profile.schoolName} logo={profile.schoolLogo} size="s" />
            <p className="lpan__b">
              <span className="lpan__n">{profile.schoolName}</span>
            </p>
          </li>
        )}
        {view.stops.map((stop, index) => (
          <Stop key={stop.key} stop={stop} note={noteOf(stop)} isLast={index === view.stops.length - 1} today={today} />
        ))}
      </ol>
    </article>
  );
}
