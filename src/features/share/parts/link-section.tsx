import { Fragment, type ReactNode } from "react";
import { Icon } from "#ui/icon.tsx";
import { CopyButton } from "./copy-button.tsx";
import type { ShareData } from "./share-view.tsx";

export type LinkAction = "make" | "renew" | "off";

function Address({ address, label }: { address: string; label: string }) {
  return (
    <span className="input shr__url">
      <Icon name="link" />
      <input
        className="shr__in"
        aria-label={label}
        value={address}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
    </span>
  );
}

/** Makes, copies, renews and switches off the link of the chosen level. Plain forms, so that it works without script. */
export function LinkSection(props: {
  share: ShareData;
  /** The address to return to, with the same choices. */
  action: string;
  onChange: (action: LinkAction) => void;
}) {
  const { share, action, onChange } = props;
  const button = (what: LinkAction, className: string, children: ReactNode): ReactNode => (
    <form
      method="post"
      action={action}
      onSubmit={(event) => {
        event.preventDefault();
        onChange(what);
      }}
    >
      <input type="hidden" name="level" value={share.level} />
      <input type="hidden" name="action" value={what} />
      <button type="submit" className={className}>
        {children}
      </button>
    </form>
  );
  const host = new URL(share.baseUrl).host;
  return (
    <section className="sec">
      <h2 className="h-sec">Link</h2>
      {share.path === undefined ? (
        <>
          <p className="shr__p dim">This level has no link yet. Nobody sees anything until you make one.</p>
          {button("make", "btn btn--p", "Make a link")}
        </>
      ) : (
        <>
          <div className="shr__link">
            <Address address={`${share.baseUrl}${share.path}`} label="Shared link" />
            <CopyButton text={`${share.baseUrl}${share.path}`} done="Link copied" label="the link" isMain />
          </div>
          <div className="shr__do">
            {button("renew", "btn btn--g btn--sm", "New address")}
            {button("off", "btn btn--g btn--sm", "Switch off")}
            <a className="btn btn--g btn--sm" href={share.path}>
              Open
            </a>
          </div>
          <p className="small dim shr__note">
            It leads neither to your profile nor to its address. A new address, or switching it off, ends this one at
            once.
          </p>
        </>
      )}
      {share.ownPath === undefined || share.level !== "everything" ? null : (
        <div className="shr__own">
          <p className="small dim">
            Your profile is public. You can also share its own address:{" "}
            <a className="link" href={share.ownPath}>
              {host}
              {/* Where it is too long for one line, it breaks before a slash, and the name stays whole. */}
              {decodeURIComponent(share.ownPath)
                .split("/")
                .slice(1)
                .map((part) => (
                  <Fragment key={part}>
                    <wbr />/{part}
                  </Fragment>
                ))}
            </a>
          </p>
          <CopyButton text={`${share.baseUrl}${share.ownPath}`} done="Link copied" label="your profile’s address" />
        </div>
      )}
    </section>
  );
}
