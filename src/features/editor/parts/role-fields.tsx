import { Trash2 } from "lucide-react";
import { memo, useId, useState, type Dispatch, type ReactNode } from "react";
import { daysInMonth, formatDay, partsOf, toDate } from "#core/calendar.ts";
import { UNDISCLOSED } from "#core/monogram.ts";
import type { RoleDraft } from "#features/pipeline/draft.ts";
import type { RoleChange } from "#features/pipeline/pure/change-draft.ts";
import { isRoleKind, KIND_NAMES } from "#core/role-kind.ts";
import { ROLE_TEXT_NAMES, ROLE_TEXTS, type RoleText } from "#core/role-texts.ts";
import { RatingInput } from "#features/pipeline/parts/rating-input.tsx";
import { TitleCombobox } from "#features/title/parts/title-combobox.tsx";
import { inferKind } from "#features/title/kind.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { MonthPicker } from "#ui/month-picker.tsx";
import { TextField } from "#ui/text-field.tsx";
import { fieldName } from "./form.ts";
import type { EditorAction } from "./state.ts";

/** A month without a day counts as its first day, which can be before a start with a day: then asks for the end's day. */
function endHint({ startDate, endDate }: RoleDraft): string | undefined {
  const start = partsOf(startDate);
  const end = partsOf(endDate);
  const isShort = end?.day === 1 && end.year === start?.year && end.month === start.month && endDate < startDate;
  if (!isShort) return undefined;
  return `Give the day too, like ${formatDay(toDate(end.year, end.month, daysInMonth(end.year, end.month)))}.`;
}

/** The message at each text, under the text's name. One prop each: a new object would render every role again. */
type TextNotes = Record<RoleText, string | undefined>;

type RoleFieldsProps = TextNotes & {
  dispatch: Dispatch<EditorAction>;
  onRemove: (target: { stop: number; role: number }) => void;
  /** `tempId2` of the stop. */
  stop: number;
  role: RoleDraft;
  /** Index in the stop's roles. */
  position: number;
  isOnly: boolean;
  isUndisclosed: boolean;
  today: string;
  titleNote: string | undefined;
  startNote: string | undefined;
  endNote: string | undefined;
  /** The company's field; given to the first role only. */
  company: ReactNode;
  /** More fields of the company; given to the first role only. */
  more: ReactNode;
};

function EndDate(props: {
  role: RoleDraft;
  today: string;
  set: (change: RoleChange) => void;
  /** The name of the field in the form. */
  field: string;
  onBlur: () => void;
  note: string | undefined;
}): ReactNode {
  const { role, today, set } = props;
  const id = useId();
  return (
    <div>
      <div className="row between eb-end">
        <span className="label" id={`${id}-end`}>
          End date
        </span>
        <Checkbox
          label="Current"
          size="small"
          isChecked={role.isCurrent}
          onChange={(isCurrent) => set({ isCurrent })}
        />
      </div>
      {role.isCurrent ? (
        <div className="input is-disabled">{role.startDate > today ? "Indefinite" : "Present"}</div>
      ) : (
        <MonthPicker
          label="End date"
          labelledBy={`${id}-end`}
          value={role.endDate}
          onChange={(value) => set({ endDate: value })}
          onBlur={props.onBlur}
          suggested={role.startDate || today}
          error={props.note}
          hint={endHint(role)}
          isRequired
          fieldPath={props.field}
        />
      )}
    </div>
  );
}

/** What the role counts as: what its title says, or a choice. */
function KindField({ role, set }: { role: RoleDraft; set: (change: RoleChange) => void }): ReactNode {
  return (
    <label className="eb-kind small">
      <span className="dim">Counts as</span>
      <select
        className="input input--select eb-kind__s"
        value={role.kind ?? ""}
        onChange={(event) => {
          const { value } = event.target;
          set({ kind: isRoleKind(value) ? value : undefined });
        }}
      >
        <option value="">
          {role.title.trim() === "" ? "What the title says" : `${KIND_NAMES[inferKind(role.title)]} (from the title)`}
        </option>
        {Object.entries(KIND_NAMES).map(([kind, name]) => (
          <option key={kind} value={kind}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The values that the summary lists while the section is collapsed. */
function valuesUnderMore(role: RoleDraft, isUndisclosed: boolean): string {
  return [
    ...(role.kind === undefined ? [] : [KIND_NAMES[role.kind]]),
    ...(isUndisclosed ? [UNDISCLOSED] : []),
    ...ROLE_TEXT_NAMES.map((text) => role[text].trim()).filter((written) => written !== ""),
  ].join(", ");
}

function Fields(props: RoleFieldsProps): ReactNode {
  const { dispatch, stop, role, position, isOnly, isUndisclosed, today } = props;
  const target = { stop, role: role.tempId2 };
  const set = (change: RoleChange): void => dispatch({ do: "pipeline", action: { do: "set-role", ...target, change } });
  const setText = (text: RoleText, value: string): void => {
    const change: RoleChange = {};
    change[text] = value;
    set(change);
  };
  const touch = (field: string) => (): void => dispatch({ do: "touch", field });
  const [title, start, end] = [
    fieldName.title(role.tempId2),
    fieldName.startDate(role.tempId2),
    fieldName.endDate(role.tempId2),
  ];
  const hasTexts = ROLE_TEXT_NAMES.some((text) => role[text] !== "");
  const [isMoreOpen, setMoreOpen] = useState(hasTexts || role.kind !== undefined || isUndisclosed);
  const chosen = valuesUnderMore(role, isUndisclosed);

  return (
    <div
      className={position > 0 ? "eb-part eb-part--next" : "eb-part"}
      role="group"
      aria-label={isOnly ? undefined : `Role ${position + 1}`}
    >
      {!isOnly && (
        <div className="eb-form__h">
          <span className="small semi" aria-hidden="true">
            Role {position + 1}
          </span>
          <button type="button" className="btn btn--g btn--sm" onClick={() => props.onRemove(target)}>
            <Trash2 className="icon" size={16} strokeWidth={2} aria-hidden="true" />
            Remove role {position + 1}
          </button>
        </div>
      )}
      <div className="eb-g">
        {props.company}
        <div className={props.company === undefined ? "eb-wide" : undefined}>
          <TitleCombobox
            label="Title"
            value={role.title}
            onChange={(value) => set({ title: value })}
            onBlur={touch(title)}
            error={props.titleNote}
            isRequired
            fieldPath={title}
          />
        </div>
        <MonthPicker
          label="Start date"
          value={role.startDate}
          onChange={(value) => set({ startDate: value })}
          onBlur={touch(start)}
          suggested={today}
          error={props.startNote}
          isRequired
          fieldPath={start}
        />
        <EndDate role={role} today={today} set={set} field={end} onBlur={touch(end)} note={props.endNote} />
      </div>
      <RatingInput
        value={role.rating}
        onChange={(rating) => dispatch({ do: "pipeline", action: { do: "rate", ...target, rating } })}
      />
      <details
        className="eb-more small"
        open={isMoreOpen || ROLE_TEXT_NAMES.some((text) => props[text] !== undefined)}
        onToggle={(event) => setMoreOpen(event.currentTarget.open)}
      >
        <summary>
          <span className="link">More</span>
          {chosen !== "" && !isMoreOpen && <span className="dim"> {chosen}</span>}
        </summary>
        <KindField role={role} set={set} />
        {ROLE_TEXT_NAMES.map((text) => {
          const { label, hint, most } = ROLE_TEXTS[text];
          const field = fieldName.text(text, role.tempId2);
          return (
            <TextField
              key={text}
              label={`${label} (optional)`}
              value={role[text]}
              onChange={(value) => setText(text, value)}
              onBlur={touch(field)}
              error={props[text]}
              hint={hint}
              maxLength={most}
              fieldPath={field}
            />
          );
        })}
        {props.more}
      </details>
    </div>
  );
}

/** The fields of one role; renders only if they changed: a letter in one of twenty roles would render all of them. */
export const RoleFields = memo(Fields);
