import type { ReactNode } from "react";
import { Link } from "react-router";
import { FormPage } from "#features/form-page/parts/form-page.tsx";
import { NetworkButton } from "#features/network/parts/network-button.tsx";

/** What login and sign-up share: the network's button above the form, and the way to the other page below it. */
export function SignInPage(props: {
  isStart?: boolean | undefined;
  title: string;
  lead: string;
  networkName: string | undefined;
  /** A path of our own, see safeReturnPath. */
  next: string;
  other: { question: string; label: string; path: string };
  children: ReactNode;
}): ReactNode {
  const { next, other } = props;
  return (
    <FormPage
      isStart={props.isStart}
      title={props.title}
      lead={props.lead}
      foot={
        <>
          {other.question}{" "}
          <Link className="link" to={next === "/" ? other.path : `${other.path}?next=${encodeURIComponent(next)}`}>
            {other.label}
          </Link>
        </>
      }
    >
      <NetworkButton name={props.networkName} next={next} />
      {props.children}
    </FormPage>
  );
}
