import { numberText } from "#core/number-text.ts";
import { useEffect, useState, type ReactNode } from "react";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { deleteCompany, readAliases, type ListedCompany } from "./calls.ts";

/** A number of people. The site's numbers are exact up to 20. */
export function peopleWords(people: number): string {
  if (people === 1) return "1 person";
  return `${people > 20 ? "about " : ""}${numberText(people)} people`;
}

export function DeleteCompany(props: { company: ListedCompany; onDone: () => void; onClose: () => void }): ReactNode {
  const { company } = props;
  const [aliases, setAliases] = useState(company.aliases);
  useEffect(() => {
    // If the aliases cannot be read, the question is shown without them.
    if (company.aliases === undefined) readAliases(company._id).then(setAliases, () => undefined);
  }, [company]);
  return (
    <ConfirmDialog
      title={`Are you sure you want to delete the company: "${company.name}"?`}
      confirm="Delete company"
      loading="Deleting"
      isDanger
      onClose={props.onClose}
      onConfirm={async () => {
        await deleteCompany(company._id);
        props.onDone();
      }}
    >
      <ul className="cmp-facts">
        <li>
          {company.people === 0
            ? "Nobody has this company in a pipeline."
            : `In the pipelines of ${peopleWords(company.people)}. They keep the stop as text, “${company.displayName}”, without a logo or a page.`}
        </li>
        <li>Its page, its logo and everything counted for it are gone.</li>
        {aliases !== undefined && aliases.length > 0 && (
          <li>
            {aliases.length === 1
              ? "Its further name is deleted too: "
              : `Its ${aliases.length} further names are deleted too: `}
            {aliases.slice(0, 5).join(", ")}
            {aliases.length > 5 ? " and others" : ""}.
          </li>
        )}
        <li>Merges into it can no longer be undone, and a newer catalogue does not bring it back.</li>
      </ul>
      <p className="semi">This cannot be undone. Merging it into another company can.</p>
    </ConfirmDialog>
  );
}
