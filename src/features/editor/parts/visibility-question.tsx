import type { ReactNode } from "react";
import type { Visibility } from "#features/profile/schema.ts";
import { QuestionDialog } from "#ui/form-dialog.tsx";

export type VisibilitySwitch = { from: Visibility; to: Visibility };

/** Why a save needs a confirmation: it changes the visibility, the anonymity check is red, or both. */
export type Publication = { change?: VisibilitySwitch; isAtRed: boolean };

const AT_RED = "Fewer than 5 people share your line. Somebody who knows two of your jobs can tell that it is yours.";

const RECOGNISED: Readonly<Record<Visibility, string>> = {
  public: "People who saw your named pipeline before may recognise it.",
  anonymous: "People who saw your anonymous pipeline before may recognise it.",
  private: "People who saw this line before may recognise it.",
};

type WhatIsShown = { showMonths: boolean; ownTitles: boolean; hideSchool: boolean };

/** The effects of a visibility switch, most important first. */
export function switchInWords({ from, to }: VisibilitySwitch, form: WhatIsShown): string[] {
  const moves =
    to === "private"
      ? "Your page leaves every list. Its old address stops working at once."
      : from === "private"
        ? "Your line gets a new address."
        : "Your line gets a new address. Old links to it stop working at once.";
  const school = form.hideSchool ? "" : ", school";
  switch (to) {
    case "private":
      return ["From then on only you see it.", moves, "Copies others made stay."];
    case "anonymous":
      return [
        RECOGNISED[from],
        `Others see your stops with ${form.showMonths ? "months" : "years only"}, and no name, picture, username or location.`,
        form.ownTitles
          ? "They read your titles as you wrote them."
          : "They read a title that is not in the catalogue as the catalogue's of its level and field.",
        moves,
      ];
    case "public":
      return [
        `Everybody sees your name, username, picture, location${school} and your stops with their months.`,
        RECOGNISED[from],
        "Undisclosed companies stay undisclosed.",
        moves,
      ];
  }
}

/**
 * Asks before a save that changes who sees the profile, or that shows it while the anonymity check is red. Going back
 * is the safe answer.
 */
export function VisibilityQuestion(props: {
  publication: Publication;
  form: WhatIsShown;
  onBack: () => void;
  onSave: () => void;
}): ReactNode {
  const { form, publication } = props;
  const { change, isAtRed } = publication;
  const sentences = [...(isAtRed ? [AT_RED] : []), ...(change ? switchInWords(change, form) : [])];
  return (
    <QuestionDialog
      title={change ? `Save as ${change.to}?` : "Save with little cover?"}
      onClose={props.onBack}
      actions={
        <>
          <button type="button" className="btn btn--s" data-safe onClick={props.onBack}>
            Keep editing
          </button>
          <button type="button" className="btn btn--p" onClick={props.onSave}>
            {change ? `Save as ${change.to}` : "Save anyway"}
          </button>
        </>
      }
    >
      {sentences.length === 1 ? (
        <p>{sentences[0]}</p>
      ) : (
        <ul className="lvl__q">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </QuestionDialog>
  );
}
