import { MAX_LABEL, MAX_USES, type CodeState } from "./rules.ts";

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
export type CodeFaults = Partial<Record<keyof CodeForm, string>>;

/** Why a code cannot be made of this; nothing where it can. */
export function checkCodeForm(form: CodeForm, today: string): CodeFaults {
  const faults: CodeFaults = {};
  const label = [...form.label.trim()];
  if (label.length === 0) faults.label = "Say what the code is for.";
  else if (label.length > MAX_LABEL) faults.label = `A label has at most ${MAX_LABEL} characters.`;
  const uses = form.uses.trim();
  const isCount = /^[0-9]{1,6}$/.test(uses) && Number(uses) >= 1 && Number(uses) <= MAX_USES;
  if (!isCount) faults.uses = `A whole number from 1 to ${MAX_USES.toLocaleString("en")}.`;
  if (form.lastDay !== "" && form.lastDay < today) faults.lastDay = "Choose today or a later day.";
  return faults;
}
