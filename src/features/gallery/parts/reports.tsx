import type { ReactNode } from "react";
import { FollowButton } from "#features/follow/parts/follow-button.tsx";
import { FollowRow } from "#features/follow/parts/follow-row.tsx";
import type { FollowState } from "#features/follow/rules.ts";
import { AnswerForm } from "#features/report/parts/answer-form.tsx";
import { ReportForm } from "#features/report/parts/report-form.tsx";
import { ReportLink } from "#features/report/parts/report-link.tsx";
import { Specimen, State } from "./specimen.tsx";

const ID = "0".repeat(24);
const COMPANY = { kind: "company", thing: ID } as const;
const ROUTE = { kind: "route", thing: "stop=level:senior" } as const;
const LONG = "The Extraordinarily Long Name of a Company That Does Not End Before the Edge of a Phone";

const STATES: readonly (readonly [words: string, state: FollowState])[] = [
  ["Logged out", "visitor"],
  ["Not followed", "open"],
  ["Followed", "following"],
];

/** What other people's pages offer: to follow them, and to report them. */
export function Reports(): ReactNode {
  return (
    <>
      <Specimen name="FollowRow">
        {STATES.map(([words, state]) => (
          <State key={words} name={words}>
            <FollowRow thing={COMPANY} name={LONG} state={state} />
          </State>
        ))}
      </Specimen>
      <Specimen name="FollowButton" note="on a route that nobody took">
        <FollowButton thing={ROUTE} name="takes this route" state="open" label="Tell me when someone does" />
      </Specimen>
      <Specimen name="ReportLink">
        <ReportLink subject="company" id={ID} />
      </Specimen>
      <Specimen name="ReportForm" note="refused">
        <ReportForm
          about={{ subject: "company", id: ID }}
          result={{ error: "Choose what is wrong.", values: { words: "This name is somebody’s address." } }}
        />
      </Specimen>
      <Specimen name="AnswerForm">
        <State name="Opened without its link">
          <AnswerForm isSent={false} result={undefined} />
        </State>
        <State name="Sent">
          <AnswerForm isSent result={undefined} />
        </State>
      </Specimen>
    </>
  );
}
