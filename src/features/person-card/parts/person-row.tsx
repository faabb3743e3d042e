import { lineClass, Avatar } from "#features/drawing/parts/marks.tsx";
import { RowLine } from "#features/drawing/parts/row-line.tsx";
import { lineView } from "#features/drawing/pure/segments.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { nameOf } from "./card.ts";

/** One person as a row of the pipeline layout; rows align at the searched company. */
export function PersonRow({ profile, companyId, today }: { profile: PublicProfile; companyId: string; today: string }) {
  return (
    <li className={`arow ${lineClass(profile._id)}`}>
      <div className="arow__who">
        <Avatar pfp={profile.pfp} size={36} />
        <div className="grow">
          <h2 className="arow__n">
            <a href={`/user/${profile._id}`}>{nameOf(profile)}</a>
          </h2>
          {profile.location === "" ? null : <p className="arow__m">{profile.location}</p>}
        </div>
      </div>
      <RowLine view={lineView(profile.pipeline, today)} school={profile} companyId={companyId} />
    </li>
  );
}
