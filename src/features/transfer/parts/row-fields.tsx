import { useState, type ReactNode } from "react";
import { isKindName, KIND_NAMES } from "#features/pipeline/parts/kind-names.ts";
import type { RoleKind } from "#features/pipeline/schema.ts";
import type { Resolution } from "#features/transfer/pure/names.ts";
import { chosenCompany, type Fill } from "#features/transfer/pure/picks.ts";
import type { Position } from "#features/transfer/rules.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { MonthPicker } from "#ui/month-picker.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";

function isRough(date: Position["start"]): boolean {
  return date === undefined || date.precision === "year";
}

function yearOf(date: Position["start"]): string {
  return date ? ` (${date.date.slice(0, 4)})` : "";
}

/** Which company a written name means: the listed ones like it, or a new one. */
function CompanyField(props: {
  resolution: Resolution;
  picked: string | undefined;
  onPick: (companyId: string) => void;
}): ReactNode {
  const { resolution } = props;
  const { name, matches } = resolution;
  if (matches.length === 0) return undefined;
  return (
    <SelectField
      label="Company"
      value={chosenCompany(resolution, props.picked).companyId}
      onChange={props.onPick}
      options={[
        ...matches.map(({ candidate }) => ({ value: candidate.id, label: candidate.displayName })),
        { value: "", label: `“${name}” as a new company` },
      ]}
    />
  );
}

const KINDS = Object.keys(KIND_NAMES).filter(isKindName);

type Dates = { position: Position; fill: Fill; onFill: (fill: Fill) => void };

/** The months, or whole dates, that the file does not tell. */
function DateFields({ position, fill, onFill }: Dates): ReactNode {
  const { start, end } = position;
  const isOpenEnd = !position.isCurrent && isRough(end);
  const isCurrent = fill.isCurrent ?? false;
  return (
    <>
      {isRough(start) && (
        <MonthPicker
          label={`Start date${yearOf(start)}`}
          value={fill.startDate ?? ""}
          onChange={(startDate) => onFill({ ...fill, startDate })}
          suggested={start?.date ?? ""}
        />
      )}
      {isOpenEnd && !isCurrent && (
        <MonthPicker
          label={`End date${yearOf(end)}`}
          value={fill.endDate ?? ""}
          onChange={(endDate) => onFill({ ...fill, endDate })}
          suggested={end?.date ?? fill.startDate ?? start?.date ?? ""}
        />
      )}
      {!position.isCurrent && end === undefined && (
        <Checkbox
          label="I work here now"
          size="small"
          isChecked={isCurrent}
          onChange={(value) => onFill({ ...fill, isCurrent: value })}
        />
      )}
    </>
  );
}

/** What a row is not sure of, to be put right before it is taken. Open where it must be. */
export function RowFields(props: {
  position: Position;
  resolution: Resolution;
  picked: string | undefined;
  onPick: (companyId: string) => void;
  fill: Fill;
  onFill: (fill: Fill) => void;
  title: string;
  kind: RoleKind;
  isNew: boolean;
}): ReactNode {
  const { position, resolution, picked, fill, onFill } = props;
  const { start, end, title } = position;
  const isUnsure = !resolution.isSure;
  const lacks = title === "" || start === undefined || (end === undefined && !position.isCurrent);
  // What is open at first stays as the person leaves it.
  const [isOpen, setOpen] = useState(props.isNew && (lacks || isUnsure));
  const needsMonths = isRough(start) || (!position.isCurrent && isRough(end));
  const chosen = chosenCompany(resolution, picked);
  const summary = lacks ? "Fill in" : needsMonths ? "Fill in months" : "Change";
  return (
    <details className="imp-more small" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="link">
        {summary}
        <span className="sr">
          : {props.title} at {chosen.companyName}
        </span>
      </summary>
      {isUnsure && chosen.companyId !== "" && picked === undefined && (
        <p className="hint">
          The file says “{resolution.name}”. We took it for {chosen.companyName}. Is that right?
        </p>
      )}
      {isUnsure && chosen.companyId === "" && picked === undefined && (
        <p className="hint">“{resolution.name}” will be a new company, unless it is one of these.</p>
      )}
      <div className="imp-more__g">
        <CompanyField resolution={resolution} picked={picked} onPick={props.onPick} />
        {title === "" && (
          <TextField
            label="Title"
            value={fill.title ?? ""}
            onChange={(value) => onFill({ ...fill, title: value })}
            isRequired
          />
        )}
        <SelectField
          label="Counts as"
          value={props.kind}
          onChange={(value) => onFill({ ...fill, kind: value })}
          options={KINDS.map((value) => ({ value, label: KIND_NAMES[value] }))}
        />
        <DateFields position={position} fill={fill} onFill={onFill} />
      </div>
    </details>
  );
}
