import { useState, type ReactNode } from "react";
import type { CompanyDetail } from "#features/company/schema.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import type { ListedCompany } from "./calls.ts";
import { CompanyFormPanel } from "./company-form.tsx";
import { MergePanel, type Target } from "./merge-dialog.tsx";
import { SidePanel } from "./side-panel.tsx";

type Panel =
  | { kind: "add" }
  | { kind: "edit"; company: ListedCompany }
  | { kind: "merge"; company: ListedCompany; into: Target | undefined };

/** The panel beside the list. What was typed in it is not dropped without a question. */
export function usePanel() {
  const [panel, setPanel] = useState<Panel>();
  const [isDirty, setDirty] = useState(false);
  /** What to do after the question about unsaved changes: open this panel, or close the current one. */
  const [leaving, setLeaving] = useState<Panel | "close">();
  const open = (next: Panel | undefined): void => {
    setDirty(false);
    setLeaving(undefined);
    setPanel(next);
  };
  const ask = (next: Panel | "close"): void => {
    if (isDirty) setLeaving(next);
    else open(next === "close" ? undefined : next);
  };
  const question = leaving && (
    <ConfirmDialog
      title="Leave without saving?"
      confirm="Discard changes"
      loading="Discarding"
      onClose={() => setLeaving(undefined)}
      onConfirm={async () => open(leaving === "close" ? undefined : leaving)}
    >
      What you changed at this company is not saved yet.
    </ConfirmDialog>
  );
  return { panel, open, ask, setDirty, question };
}

/** What an administrator does to one company, or the form for a new one. */
export function CompanyPanel(props: {
  panel: Panel;
  ask: (next: Panel | "close") => void;
  onDirty: (isDirty: boolean) => void;
  onSaved: (company: CompanyDetail, isDone: boolean) => void;
  onAliases: (company: ListedCompany, aliases: ListedCompany["aliases"]) => void;
  onMerged: (from: ListedCompany, merge: string, into: CompanyDetail) => void;
  onCancelMerge: () => void;
  onDelete: (company: ListedCompany) => void;
}): ReactNode {
  const { panel, ask } = props;
  const onClose = (): void => ask("close");
  if (panel.kind === "merge")
    return (
      <SidePanel title="Merge company" onClose={onClose}>
        <MergePanel
          from={panel.company}
          into={panel.into}
          onCancel={props.onCancelMerge}
          onDone={(merge, into) => props.onMerged(panel.company, merge, into)}
        />
      </SidePanel>
    );
  const company = panel.kind === "edit" ? panel.company : undefined;
  return (
    <SidePanel title={company ? "Edit company" : "Add company"} onClose={onClose}>
      <CompanyFormPanel
        company={company}
        onDirty={props.onDirty}
        onSaved={props.onSaved}
        onAliases={(aliases) => company && props.onAliases(company, aliases)}
        onCancel={onClose}
        onMerge={() => company && ask({ kind: "merge", company, into: undefined })}
        onDelete={() => company && props.onDelete(company)}
      />
    </SidePanel>
  );
}
