import { useEffect, useState, type ReactNode } from "react";
import { Toast } from "#ui/form-toast.tsx";
import { Icon } from "#ui/icon.tsx";
import { takeOutcome, type SaveOutcome } from "./save-outcome.ts";

/** The result of a profile's save, on the next page. A failure links to the draft. In the browser only. */
export function SaveNotice(): ReactNode {
  const [outcome, setOutcome] = useState<SaveOutcome>();
  useEffect(() => {
    setOutcome(takeOutcome());
  }, []);
  if (!outcome) return null;
  const close = (): void => setOutcome(undefined);
  if (outcome.kind === "deleted") {
    return (
      <Toast onClose={close}>
        <Icon name="circle-check" size={18} />
        Your account is deleted. You are signed out.
      </Toast>
    );
  }
  if (outcome.kind === "saved") {
    return (
      <Toast onClose={close}>
        <Icon name="circle-check" size={18} />
        {outcome.hasStops ? "Your line is saved." : "Your profile is saved. Your line has no stops yet."}
        <a href={`/user/${outcome.profileId}`} onClick={close}>
          View profile
        </a>
      </Toast>
    );
  }
  return (
    <Toast onClose={close} stays>
      <Icon name="alert" size={18} />
      <span>An error occurred while updating your profile. {outcome.detail}</span>
      <a href="/edit" onClick={close}>
        Back to your draft
      </a>
    </Toast>
  );
}
