import { numberText } from "#core/number-text.ts";
import { useState, type ReactNode } from "react";
import type { StoredReport } from "#features/moderation/schema.ts";
import { MAX_WORDS, type Act } from "#features/report/rules.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { aboutOf, ACT_LABELS, ACT_MEANINGS } from "./act-words.ts";

/** Asks for confirmation of an act on a report, and for a text to the person. */
export function ActDialog(props: {
  act: Act;
  report: StoredReport;
  onAct: (words: string) => Promise<void>;
  onClose: () => void;
}): ReactNode {
  const { act, report } = props;
  const [words, setWords] = useState("");
  const isNotified = report.person !== null && act !== "dismiss" && act !== "settle";
  const isLong = [...words].length > MAX_WORDS;
  return (
    <ConfirmDialog
      title={`${ACT_LABELS[act]}: ${aboutOf(report)}?`}
      confirm={ACT_LABELS[act]}
      loading="Working"
      isDanger={act === "suspend" || act === "delete"}
      onConfirm={async () => {
        if (!isLong) await props.onAct(words.trim());
      }}
      onClose={props.onClose}
    >
      <p>{ACT_MEANINGS[act]}</p>
      <div className="dialog__f">
        <TextArea
          label={isNotified ? "Your words to the person" : "A note for the history"}
          value={words}
          onChange={setWords}
          rows={3}
          {...(isLong ? { error: `At most ${numberText(MAX_WORDS)} characters.` } : {})}
          {...(isNotified ? { hint: "The e-mail contains them. Name no employer: others may read the inbox." } : {})}
        />
      </div>
    </ConfirmDialog>
  );
}
