import { useEffect, useRef, type ReactNode } from "react";
import { Footer } from "#features/site/parts/footer.tsx";
import { Header, type HeaderViewer } from "#features/site/parts/header.tsx";
import { UnexpectedError } from "#features/page/parts/page-error.tsx";
import { EVERYTHING, LONGEST } from "./people.ts";
import { Specimen, State } from "./specimen.tsx";

const PICTURE = "/icon-192.png";
const OWNER: HeaderViewer = {
  profileId: EVERYTHING._id,
  profileCreated: true,
  username: "wren.calloway",
  pfp: PICTURE,
};
const NEW: HeaderViewer = { profileId: LONGEST._id, profileCreated: false, username: "", pfp: "" };
const LONG: HeaderViewer = { ...OWNER, username: "maximiliana_theodora_of_the_fells", pfp: "" };

const VIEWERS: readonly (readonly [state: string, viewer: HeaderViewer | undefined, path: string])[] = [
  ["Visitor", undefined, "/"],
  ["With a profile, on Edit Profile", OWNER, "/edit"],
  ["Without a profile, on Search", NEW, "/search"],
];

/** A part of the page's frame where it is put, and not at the window's edge. */
function Pinned(props: { isOpen?: boolean; children: ReactNode }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const menu = box.current?.querySelector("details");
    if (menu && props.isOpen === true) menu.open = true;
  }, [props.isOpen]);
  return (
    <div ref={box} className={props.isOpen === true ? "gal__pin gal__pin--menu" : "gal__pin"}>
      {props.children}
    </div>
  );
}

/** The header, footer and notices around every page. */
export function Frame(): ReactNode {
  return (
    <>
      <Specimen name="Header">
        {VIEWERS.map(([state, viewer, path]) => (
          <div className="gal__wide" key={state}>
            <State name={state}>
              <Pinned>
                <Header viewer={viewer} path={path} />
              </Pinned>
            </State>
          </div>
        ))}
        {(
          [
            ["The panel, for a visitor", undefined],
            ["The panel, with a long username", LONG],
          ] as const
        ).map(([state, viewer]) => (
          <div className="gal__wide hide-l" key={state}>
            <State name={state}>
              <Pinned isOpen>
                <Header viewer={viewer} path="/discover" />
              </Pinned>
            </State>
          </div>
        ))}
      </Specimen>
      <Specimen name="Footer">
        {[false, true].map((hasDemo) => (
          <div className="gal__wide" key={String(hasDemo)}>
            <State name={hasDemo ? "With people for demonstration" : "Without"}>
              <Footer hasDemo={hasDemo} />
            </State>
          </div>
        ))}
      </Specimen>
      <Specimen name="UnexpectedError">
        <div className="gal__wide">
          <UnexpectedError />
        </div>
      </Specimen>
    </>
  );
}
