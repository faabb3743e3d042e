import type { ReactNode } from "react";
import { lineClass, Avatar } from "#features/drawing/parts/marks.tsx";
import type { OwnProfile, PublicProfile } from "#features/profile/schema.ts";
import { Icon } from "#ui/icon.tsx";
import { nameOf } from "#features/person-card/parts/card.ts";

/** "linkedin.com/in/ada" for the page's address. Undefined if it is hidden or not on LinkedIn. */
function linkedinText(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isTheirs =
    url.protocol === "https:" && (url.hostname === "linkedin.com" || url.hostname.endsWith(".linkedin.com"));
  return isTheirs ? `${url.hostname.replace(/^www\./, "")}${url.pathname}` : undefined;
}

function Linkedin({ address }: { address: string }) {
  const text = linkedinText(address);
  return text === undefined ? (
    <>
      <span className="inbadge" aria-hidden="true">
        in
      </span>
      <span>{address}</span>
    </>
  ) : (
    <a className="link" href={address} rel="nofollow noopener">
      {text}
    </a>
  );
}

/**
 * Picture with a ring in the pipeline's colour, name, current role, and location and LinkedIn link.
 * @param action what others can do with somebody's public page
 */
export function Identity(props: { profile: PublicProfile | OwnProfile; isOwner: boolean; action?: ReactNode }) {
  const { profile, isOwner, action } = props;
  return (
    <div className="pr-id">
      <span className={`pr-av ${lineClass(profile._id)}`}>
        <Avatar pfp={profile.pfp} size={104} />
      </span>
      <div className="grow">
        <h1 className="h-page">{nameOf(profile)}</h1>
        {profile.headline === "" ? null : <p className="pr-role">{profile.headline}</p>}
        <ul className="pr-meta" role="list">
          {profile.username === "" ? null : (
            <li>
              <Icon name="at" />
              <span className="sr">Username: </span>
              <span>{profile.username}</span>
            </li>
          )}
          {profile.linkedin === "" ? null : (
            <li>
              <span className="sr">LinkedIn: </span>
              <Linkedin address={profile.linkedin} />
            </li>
          )}
          {profile.location === "" ? null : (
            <li>
              <Icon name="pin" />
              <span className="sr">Location: </span>
              <span>{profile.location}</span>
            </li>
          )}
        </ul>
      </div>
      {profile.anonymous ? (
        <p className="pr-act">
          <span className="tag">
            <Icon name="eye-off" size={14} />
            {!isOwner
              ? "This person chose to remain anonymous"
              : profile.visibility === "private"
                ? "Nobody else can see this page"
                : "Others see you as Anonymous"}
          </span>
        </p>
      ) : null}
      {isOwner || profile.anonymous || action === undefined ? null : <div className="pr-act">{action}</div>}
      {isOwner ? (
        <div className="pr-act row row--wrap">
          {profile.created ? (
            <a className="btn btn--s" href="/share" data-share="">
              <Icon name="share" /> Share
            </a>
          ) : null}
          <a className="btn btn--s" href="/edit">
            <Icon name="pencil" /> {profile.created ? "Edit Profile" : "Create Profile"}
          </a>
        </div>
      ) : null}
    </div>
  );
}
