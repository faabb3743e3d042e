import { numberText } from "#core/number-text.ts";
import { MAX_INVITER, MAX_LABEL, MAX_USES, type CodeState } from "./rules.ts";
import type { AddressesPage } from "./schema.ts";

export const STATE_WORDS: Readonly<Record<CodeState, string>> = {
  active: "Active",
  "used-up": "Used up",
  expired: "Expired",
  revoked: "Revoked",
};

export type CodeForm = {
  label: string;
  uses: string;
  /** The last day, `YYYY-MM-DD`; "" for no end. */
  lastDay: string;
};
type CodeFaults = Partial<Record<keyof CodeForm, string>>;

function checkLabel(text: string, missing: string): string | undefined {
  const length = [...text.trim()].length;
  if (length === 0) return missing;
  return length > MAX_LABEL ? `A label has at most ${MAX_LABEL} characters.` : undefined;
}

function checkLastDay(lastDay: string, today: string): string | undefined {
  return lastDay !== "" && lastDay < today ? "Choose today or a later day." : undefined;
}

/** Returns only the fields with a fault. */
function faultsOf<Name extends string>(all: Record<Name, string | undefined>): Partial<Record<Name, string>> {
  const faults: Partial<Record<Name, string>> = {};
  for (const name in all) {
    const fault = all[name];
    if (fault !== undefined) faults[name] = fault;
  }
  return faults;
}

export function checkCodeForm(form: CodeForm, today: string): CodeFaults {
  const uses = form.uses.trim();
  const isCount = /^[0-9]{1,6}$/.test(uses) && Number(uses) >= 1 && Number(uses) <= MAX_USES;
  return faultsOf({
    label: checkLabel(form.label, "Say what the code is for."),
    uses: isCount ? undefined : `A whole number from 1 to ${numberText(MAX_USES)}.`,
    lastDay: checkLastDay(form.lastDay, today),
  });
}

export type InviteForm = {
  label: string;
  /** The inviting person's name for the mail; "" for none. */
  inviter: string;
  lastDay: string;
};
type InviteFaults = Partial<Record<keyof InviteForm, string>>;

export function checkInviteForm(form: InviteForm, today: string): InviteFaults {
  const isLong = [...form.inviter.trim()].length > MAX_INVITER;
  return faultsOf({
    label: checkLabel(form.label, "Say what the list is."),
    inviter: isLong ? `At most ${MAX_INVITER} characters.` : undefined,
    lastDay: checkLastDay(form.lastDay, today),
  });
}

export const ADDRESS_STATE_WORDS: Readonly<Record<AddressesPage["addresses"][number]["state"], string>> = {
  queued: "Waiting",
  sending: "On its way",
  sent: "Sent",
  failed: "Not sent",
  cancelled: "Stopped",
  outbox: "In the mail queue",
};

/** "48 sent, 2 waiting." Leaves out zeros. */
export function progressWords(counts: AddressesPage["counts"]): string {
  const parts = [
    [counts.sent, "sent"],
    [counts.waiting, "waiting"],
    [counts.kept, "in the mail queue, since no mail server is set"],
    [counts.failed, "not sent"],
    [counts.stopped, "stopped"],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, words]) => `${numberText(count)} ${words}`);
  return said.length === 0 ? "" : `${said.join(", ")}.`;
}
