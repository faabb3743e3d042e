import { memo, useId, type ReactNode } from "react";
import { keyOf } from "#core/text.ts";
import { inferKind } from "#features/title/kind.ts";
import type { Candidate, Resolution } from "#features/import/pure/match-names.ts";
import type { Fill } from "#features/import/pure/review-choices.ts";
import type { ReviewField, ReviewRow } from "#features/import/pure/compare.ts";
import { isGap, isOurs, needsText, type CompanyChoice, type Need } from "#features/import/pure/import-rows.ts";
import { isNoCompany } from "#features/pipeline/pure/no-company.ts";
import type { Position } from "#features/import/rules.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Dotted } from "#ui/dotted.tsx";
import { Mark } from "#features/drawing/parts/marks.tsx";
import { RowDifferences } from "./row-differences.tsx";
import { RowFields } from "./row-fields.tsx";
import { ratingText, rowText } from "./row-texts.ts";

const STATUS: Readonly<Record<ReviewRow["status"], string>> = {
  added: "New",
  changed: "Changed",
  conflicting: "Differs from yours",
  unchanged: "In your line",
  missing: "Not in the file",
};

type Tag = { text: string; tone: "" | " tag--warn" | " tag--pos" };

/** A job can be saved without months. */
function needsTone(needs: readonly Need[]): Tag["tone"] {
  if (needs.length === 0) return " tag--pos";
  return needs.every((need) => need === "months") ? "" : " tag--warn";
}

function tagsOf(row: ReviewRow, isReturn: boolean): Tag[] {
  const { status, file } = row;
  const isNew = status === "added";
  const tags: (Tag | undefined)[] = [
    isNew ? undefined : { text: STATUS[status], tone: status === "conflicting" ? " tag--warn" : "" },
    isNew && file?.companyId === "" && !isNoCompany(file.companyName) ? { text: "New company", tone: "" } : undefined,
    // Only our own files have this.
    isNew && file?.undisclosed ? { text: "Undisclosed", tone: "" } : undefined,
    isNew && file && file.rating > 0 ? { text: `Rating: ${ratingText(file.rating)}`, tone: "" } : undefined,
    isReturn ? { text: "A second stay", tone: "" } : undefined,
    isNew && file && isGap(file) ? { text: "A gap, left out", tone: "" } : undefined,
    row.wasDeclined
      ? { text: row.last?.wasIn ? "Removed from your line before" : "Left out before", tone: "" }
      : undefined,
    isNew && file?.doubt !== undefined ? { text: "Not sure", tone: " tag--warn" } : undefined,
    row.isTwice ? { text: "Twice in the file", tone: "" } : undefined,
    row.hasNoRoom ? { text: "No room in your line", tone: " tag--warn" } : undefined,
    isNew ? { text: needsText(row.needs), tone: needsTone(row.needs) } : undefined,
  ];
  return tags.filter((tag) => tag !== undefined);
}

type RowProps = {
  row: ReviewRow;
  /** True if it begins another stay at its company. */
  isReturn?: boolean;
  /** Ticked fields; empty for a whole row; undefined if the row is not ticked. */
  ticked: ReadonlySet<ReviewField> | undefined;
  onTick: (row: ReviewRow, isTicked: boolean, field?: ReviewField) => void;
  /** Undefined for a row that is not in the file. */
  position: Position | undefined;
  resolution: Resolution | undefined;
  /** The chosen company; undefined = the match. */
  picked: CompanyChoice | undefined;
  companies: readonly Candidate[];
  onPick: (row: ReviewRow, company: CompanyChoice) => void;
  fill: Fill | undefined;
  onFill: (row: ReviewRow, fill: Fill) => void;
};

function Row(props: RowProps): ReactNode {
  const { row, ticked } = props;
  const { title, company, logo, range, details } = rowText(row);
  const isMissing = row.status === "missing";
  const isTicked = ticked !== undefined;
  const name = company === "" ? title : `${title} at ${company}`;
  const said = row.file?.said ?? "";
  const tagsId = useId();
  return (
    <li className={isTicked ? "imp-row is-on" : "imp-row"}>
      <div className="imp-row__h">
        <Checkbox
          isChecked={isTicked}
          onChange={(isOn) => props.onTick(row, isOn)}
          describedBy={tagsId}
          label={
            <span className="imp-row__l">
              <span className="st st--s st--plain" data-kind="full" aria-hidden="true">
                <Mark name={company} logo={logo} />
              </span>
              <span className="imp-row__t">
                <span className="semi">
                  {isMissing && "Remove from my line: "}
                  {title}{" "}
                  <span className="dim imp-row__at">{company === "" ? "at no company yet" : `at ${company}`}</span>
                </span>
                <span className="small faint num">
                  <Dotted parts={[range, ...details]} />
                </span>
                {row.status === "added" && row.file?.doubt !== undefined && (
                  <span className="small dim">{row.file.doubt}</span>
                )}
                {props.isReturn && (
                  <span className="small dim">You were there before. Both stays are kept, each with its dates.</span>
                )}
                {said !== "" && keyOf(said) !== keyOf(company) && (
                  <span className="small dim">The file says “{said}”</span>
                )}
              </span>
            </span>
          }
        />
        <span className="imp-row__tags" id={tagsId}>
          {tagsOf(row, props.isReturn === true).map(({ text, tone }) => (
            <span key={text} className={`tag${tone}`}>
              {text}
            </span>
          ))}
        </span>
      </div>
      <RowDifferences
        row={row}
        name={name}
        ticked={ticked ?? new Set()}
        onTick={(field, isOn) => props.onTick(row, isOn, field)}
      />
      {props.position && props.resolution && !isMissing && (
        <RowFields
          position={props.position}
          resolution={props.resolution}
          picked={said === "" ? props.fill?.company : props.picked}
          companies={props.companies}
          onPick={(choice) =>
            said === "" ? props.onFill(row, { ...props.fill, company: choice }) : props.onPick(row, choice)
          }
          fill={props.fill ?? {}}
          onFill={(fill) => props.onFill(row, fill)}
          name={company === "" ? props.position.title : `${props.position.title || "job"} at ${company}`}
          kind={row.file?.kind ?? inferKind(row.file?.title ?? "")}
          needs={row.needs}
          hasMonths={isOurs(props.position) || (row.mine !== undefined && row.mine.role.datePrecision !== "year")}
          isNew={row.status === "added"}
        />
      )}
    </li>
  );
}

function isSameSet(a: ReadonlySet<string> | undefined, b: ReadonlySet<string> | undefined): boolean {
  if (!a || !b) return a === b;
  return a.size === b.size && a.isSubsetOf(b);
}

/** Rows are computed again at every click; most of them look the same. */
function isSameRow(a: ReviewRow, b: ReviewRow): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** One job of a review; renders only if it changed. */
export const ReviewRowItem = memo(
  Row,
  (a, b) =>
    isSameSet(a.ticked, b.ticked) &&
    a.position === b.position &&
    a.resolution === b.resolution &&
    a.picked === b.picked &&
    a.companies === b.companies &&
    a.fill === b.fill &&
    a.onTick === b.onTick &&
    a.onPick === b.onPick &&
    a.onFill === b.onFill &&
    isSameRow(a.row, b.row),
);
