import { useState, type ReactNode } from "react";
import { isRoleKind, KIND_NAMES } from "#core/role-kind.ts";
import type { RoleKind } from "#core/role-kind.ts";
import { MAX_COMPANY_NAME, MAX_TITLE } from "#features/pipeline/check.ts";
import type { Candidate, Resolution } from "#features/import/pure/match-names.ts";
import { choiceOf, chosenCompany, type Fill } from "#features/import/pure/review-choices.ts";
import type { CompanyChoice, Need } from "#features/import/pure/import-rows.ts";
import type { Position } from "#features/import/rules.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { MonthPicker } from "#ui/month-picker.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";
import { RowCompany } from "./row-company.tsx";

/** Similar companies that are one click away; the field has the others. */
const OFFERS = 3;

const COMPANY_TOO_LONG = `A company name has at most ${MAX_COMPANY_NAME} characters. Choose a listed one, or shorten it in your line.`;

function isRough(date: Position["start"]): boolean {
  return date === undefined || date.precision === "year";
}

function yearOf(date: Position["start"]): string {
  return date ? ` (${date.date.slice(0, 4)})` : "";
}

/** A label. Screen readers also get the job's name. */
function Of(props: { label: string; name: string }): ReactNode {
  return (
    <>
      {props.label}
      <span className="sr">: {props.name}</span>
    </>
  );
}

const KINDS = Object.keys(KIND_NAMES).filter(isRoleKind);

type Dates = { position: Position; fill: Fill; onFill: (fill: Fill) => void; name: string };

/** Fields for months or dates that the file lacks. */
function DateFields({ position, fill, onFill, name }: Dates): ReactNode {
  const { start, end } = position;
  const isOpenEnd = !position.isCurrent && isRough(end);
  const isCurrent = fill.isCurrent ?? false;
  return (
    <>
      {isRough(start) && (
        <MonthPicker
          label={`Start date${yearOf(start)}`}
          of={name}
          value={fill.startDate ?? ""}
          onChange={(startDate) => onFill({ ...fill, startDate })}
          suggested={start?.date ?? ""}
        />
      )}
      {isOpenEnd && !isCurrent && (
        <MonthPicker
          label={`End date${yearOf(end)}`}
          of={name}
          value={fill.endDate ?? ""}
          onChange={(endDate) => onFill({ ...fill, endDate })}
          suggested={end?.date ?? fill.startDate ?? start?.date ?? ""}
        />
      )}
      {!position.isCurrent && end === undefined && (
        <Checkbox
          label={
            <span>
              <Of label="I work here now" name={name} />
            </span>
          }
          size="small"
          isChecked={isCurrent}
          onChange={(value) => onFill({ ...fill, isCurrent: value })}
        />
      )}
    </>
  );
}

/** What is uncertain or missing in a row; open if it must be filled in. */
export function RowFields(props: {
  position: Position;
  resolution: Resolution;
  picked: CompanyChoice | undefined;
  companies: readonly Candidate[];
  onPick: (company: CompanyChoice) => void;
  fill: Fill;
  onFill: (fill: Fill) => void;
  /** "Engineer at Quarry Lane" */
  name: string;
  kind: RoleKind;
  needs: readonly Need[];
  /** True if months are not missing: the file means the year, or the pipeline has months. */
  hasMonths: boolean;
  isNew: boolean;
}): ReactNode {
  const { position, resolution, picked, fill, onFill, name } = props;
  const { start, end, title } = position;
  const isUnsure = !resolution.isSure;
  const needsTitle = title === "" || title.length > MAX_TITLE;
  const isLong = props.needs.includes("short-company");
  const needsCompany = resolution.name === "";
  const lacks =
    needsTitle || needsCompany || isLong || start === undefined || (end === undefined && !position.isCurrent);
  // Only the initial state; afterwards the person decides.
  const [isOpen, setOpen] = useState(props.isNew && (lacks || isUnsure));
  const needsMonths = !props.hasMonths && (isRough(start) || (!position.isCurrent && isRough(end)));
  const chosen = chosenCompany(resolution, picked);
  const summary = lacks ? "Fill in" : needsMonths ? "Fill in months" : "Change";
  return (
    <details
      className="imp-more small"
      aria-label={`${summary}: ${name}`}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="link">
        {summary}
        <span className="sr">: {name}</span>
      </summary>
      {isUnsure && !needsCompany && chosen.companyId === "" && picked === undefined && (
        <>
          <p className="hint">“{resolution.name}” will be a new company, unless it is one of these.</p>
          <p className="imp-more__o">
            {resolution.matches.slice(0, OFFERS).map(({ candidate }) => (
              <button
                key={candidate.id}
                type="button"
                className="btn btn--s btn--sm"
                onClick={() => props.onPick(choiceOf(candidate))}
              >
                It is {candidate.displayName}
              </button>
            ))}
          </p>
        </>
      )}
      {isLong && <p className="hint">{COMPANY_TOO_LONG}</p>}
      {isOpen && (
        <div className="imp-more__g">
          <RowCompany
            label={<Of label="Company" name={name} />}
            resolution={resolution}
            chosen={chosen}
            companies={props.companies}
            onPick={props.onPick}
          />
          {needsTitle && (
            <TextField
              label={<Of label="Title" name={name} />}
              value={fill.title ?? title}
              onChange={(value) => onFill({ ...fill, title: value })}
              isRequired
            />
          )}
          <SelectField
            label={<Of label="Counts as" name={name} />}
            value={props.kind}
            onChange={(value) => onFill({ ...fill, kind: value })}
            options={KINDS.map((value) => ({ value, label: KIND_NAMES[value] }))}
          />
          <DateFields position={position} fill={fill} onFill={onFill} name={name} />
        </div>
      )}
    </details>
  );
}
