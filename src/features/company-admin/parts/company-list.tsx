import { numberText } from "#core/number-text.ts";
import { Check, GitMerge, Pencil, Trash2 } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { Face, isLevel, levelName } from "#ui/face.tsx";
import { Mark } from "#features/drawing/parts/marks.tsx";
import type { ListedCompany } from "./calls.ts";
import type { Target } from "./merge-dialog.tsx";

type ListActions = {
  onEdit: (company: ListedCompany) => void;
  onDelete: (company: ListedCompany) => void;
  onMerge: (company: ListedCompany, into: Target) => void;
  onKeep: (company: ListedCompany) => void;
};

/** The API's rating: a level 1 to 5 times 100; 0 for too few ratings. */
function Rating(props: { rating: number }): ReactNode {
  const level = props.rating / 100;
  if (!isLevel(level)) return <span className="faint">–</span>;
  return (
    <span className="faced">
      <Face level={level} />
      <span aria-hidden="true">{level}</span>
      <span className="sr">{levelName(level)}</span>
    </span>
  );
}

/**
 * A table of companies. The panel beside it shows the one with `openId`. New companies show possible matches, and a
 * button to keep them.
 */
export function CompanyTable(props: {
  companies: readonly ListedCompany[];
  openId: string | undefined;
  isReview: boolean;
  actions: ListActions;
}): ReactNode {
  return (
    <table className={props.isReview ? "tbl cmp-t cmp-t--review" : "tbl cmp-t"}>
      <caption className="sr">{props.isReview ? "Companies to review" : "Companies"}</caption>
      <thead>
        <tr>
          <th scope="col">Display name</th>
          <th scope="col" className="cmp-t__key">
            {props.isReview ? "May be" : "Name (key)"}
          </th>
          <th scope="col" className="r">
            People
          </th>
          <th scope="col" className="cmp-t__rate">
            Rating
          </th>
          <th scope="col">
            <span className="sr">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {props.companies.map((company) => (
          <tr
            key={company._id}
            data-row=""
            tabIndex={-1}
            className={company._id === props.openId ? "is-open" : undefined}
          >
            <th scope="row" className="cmp-t__name">
              <Name company={company} isTagged={!props.isReview} />
            </th>
            <td className="cmp-t__key dim">
              {props.isReview ? <Similar company={company} onMerge={props.actions.onMerge} /> : company.name}
            </td>
            <td className="r num">
              {numberText(company.people)}
              <span className="cmp-t__unit">{company.people === 1 ? " person" : " people"}</span>
            </td>
            <td className="cmp-t__rate">
              <Rating rating={company.rating} />
            </td>
            <td className="cmp-t__acts">
              <RowActions company={company} actions={props.actions} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Name(props: { company: ListedCompany; isTagged: boolean }): ReactNode {
  const { company } = props;
  return (
    <span className="co">
      <span className="st st--s st--plain" data-kind="f">
        <Mark name={company.displayName} logo={company.logo} />
      </span>
      <span className="cmp-t__words">
        {company.hasPage ? (
          <a className="cmp-t__link" href={`/company/${company._id}`}>
            {company.displayName}
          </a>
        ) : (
          <span>{company.displayName}</span>
        )}
        {company.status === "new" && props.isTagged && <span className="tag tag--warn">New</span>}
      </span>
    </span>
  );
}

/** Listed companies with a name similar to a new one. A click opens the merge into one of them. */
function Similar(props: { company: ListedCompany; onMerge: ListActions["onMerge"] }): ReactNode {
  const similar = props.company.similar ?? [];
  if (similar.length === 0) return <span className="faint">Nothing alike</span>;
  return similar.map((one, n) => (
    <Fragment key={one._id}>
      {n > 0 && " "}
      <button
        type="button"
        className="chip cmp-chip"
        aria-label={`Merge ${props.company.displayName} into ${one.displayName}${one.sameColleagues ? ", same colleagues" : ""}`}
        onClick={() => props.onMerge(props.company, one)}
      >
        <GitMerge className="icon" size={14} strokeWidth={2} aria-hidden="true" />
        <span className="trunc">{one.displayName}</span>
        {one.sameColleagues && <span className="small faint">same colleagues</span>}
      </button>
    </Fragment>
  ));
}

function RowActions(props: { company: ListedCompany; actions: ListActions }): ReactNode {
  const { company, actions } = props;
  return (
    <span className="cmp-t__b">
      {company.status === "new" && (
        <button
          type="button"
          className="btn btn--s btn--44 cmp-keep"
          aria-label={`Keep ${company.displayName}`}
          onClick={() => actions.onKeep(company)}
        >
          <Check className="icon" size={16} strokeWidth={2} aria-hidden="true" />
          Keep
        </button>
      )}
      <button
        type="button"
        className="btn btn--g btn--icon btn--44"
        aria-label={`Edit ${company.displayName}`}
        onClick={() => actions.onEdit(company)}
      >
        <Pencil className="icon" size={18} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="btn btn--g btn--icon btn--44"
        aria-label={`Delete ${company.displayName}`}
        onClick={() => actions.onDelete(company)}
      >
        <Trash2 className="icon" size={18} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </span>
  );
}
