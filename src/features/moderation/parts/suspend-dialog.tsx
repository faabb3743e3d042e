import { useState, type ReactNode } from "react";
import { REASONS, type Reason } from "#features/report/rules.ts";
import { REASON_WORDS } from "#features/report/words.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { SelectField } from "#ui/select-field.tsx";

const OPTIONS = REASONS.map((value) => ({ value, label: REASON_WORDS[value] }));

/** Asks for the reason of a suspension, which goes into the audit log. */
export function SuspendDialog(props: {
  name: string;
  onSuspend: (reason: Reason) => Promise<void>;
  onClose: () => void;
}): ReactNode {
  const [reason, setReason] = useState<Reason>("spam");
  return (
    <ConfirmDialog
      title={`Suspend ${props.name}?`}
      confirm="Suspend"
      loading="Suspending"
      isDanger
      onConfirm={() => props.onSuspend(reason)}
      onClose={props.onClose}
    >
      <p>
        The profile disappears, its numbers leave every count, and no login works until you bring them back. Nothing is
        deleted.
      </p>
      <div className="dialog__f">
        <SelectField label="Reason, for the audit log" value={reason} onChange={setReason} options={OPTIONS} />
      </div>
    </ConfirmDialog>
  );
}
