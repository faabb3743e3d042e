import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { useNavigate } from "react-router";
import { api } from "#core/api-client.ts";
import { amountText } from "#core/number-text.ts";
import { Icon } from "#ui/icon.tsx";
import { Mark } from "#features/drawing/parts/marks.tsx";
import { useLookup } from "#ui/form-lookup.ts";
import { switchTheme } from "#features/page/parts/theme-button.tsx";
import { GROUPS, rowsOf, SWITCH_THEME, type QuickSearchRow } from "#features/quick-search/rules.ts";
import type { QuickSearchResults } from "#features/quick-search/schema.ts";

const DELAY_MS = 120;

const ICONS = {
  Ask: "stop",
  "Go to": "arrow-right",
  Companies: "arrow-right",
  Schools: "arrow-right",
  People: "at",
  Titles: "briefcase",
} as const satisfies Record<QuickSearchRow["group"], string>;

async function look(text: string, signal: AbortSignal): Promise<QuickSearchResults[]> {
  return [await api.request("GET /api/jump/{text}", { path: { text }, signal })];
}

/** For screen readers, when the list changes. */
function countText(rows: readonly QuickSearchRow[], text: string, failure: string | undefined): string {
  if (failure !== undefined) return failure;
  if (text === "") return "";
  if (rows.length === 0) return `Nothing found for “${text}”.`;
  return `${amountText(rows.length, "place")} to go`;
}

function Option(props: { id: string; row: QuickSearchRow; isChosen: boolean; onGo: () => void; onPoint: () => void }) {
  const { row } = props;
  const isPlace = row.group === "Companies" || row.group === "Schools";
  return (
    <button
      type="button"
      id={props.id}
      role="option"
      tabIndex={-1}
      aria-selected={props.isChosen}
      className={`menu__i${props.isChosen ? " is-on" : ""}`}
      onClick={props.onGo}
      onPointerMove={props.onPoint}
    >
      {isPlace ? (
        <span className="st st--s st--plain" data-kind={row.group === "Schools" ? "school" : "f"}>
          <Mark name={row.name} logo={row.logo} />
        </span>
      ) : (
        <span className="quick-search__none">
          <Icon name={ICONS[row.group]} size={16} />
        </span>
      )}
      <span className="quick-search__name trunc">{row.name}</span>
      {row.note === "" ? null : <span className="faint trunc">{row.note}</span>}
    </button>
  );
}

/** All rows under the names of their groups. */
function Rows(props: {
  id: string;
  rows: readonly QuickSearchRow[];
  /** The place of the chosen row, counted through all groups. */
  chosen: number;
  onGo: (row: QuickSearchRow) => void;
  onPoint: (at: number) => void;
}) {
  const { id, rows, chosen } = props;
  return (
    <div className="quick-search__list" id={`${id}-list`} role="listbox" aria-label="Places to go">
      {GROUPS.map((group, place) => {
        const first = rows.findIndex((row) => row.group === group);
        if (first === -1) return null;
        return (
          <div key={group} role="group" aria-labelledby={`${id}-group-${place}`}>
            <p className="quick-search__group small" id={`${id}-group-${place}`}>
              {group}
            </p>
            {rows
              .filter((row) => row.group === group)
              .map((row, n) => (
                <Option
                  key={`${row.name} ${row.href}`}
                  id={`${id}-${first + n}`}
                  row={row}
                  isChosen={first + n === chosen}
                  onGo={() => props.onGo(row)}
                  onPoint={() => props.onPoint(first + n)}
                />
              ))}
          </div>
        );
      })}
    </div>
  );
}

function Keys({ canEdit }: { canEdit: boolean }) {
  return (
    <p className="quick-search__keys small faint">
      <span>
        <kbd>/</kbd> or <kbd>Ctrl K</kbd> opens this
      </span>
      {canEdit ? (
        <span>
          <kbd>G</kbd> then <kbd>E</kbd> edits your profile
        </span>
      ) : null}
      <span>
        <kbd>Esc</kbd> closes
      </span>
    </p>
  );
}

/** Opens a page by a few letters: arrows choose, Enter opens, Escape closes. */
export function QuickSearchDialog({ canEdit, onClose }: { canEdit: boolean; onClose: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const found = useLookup<QuickSearchResults>(text, look, DELAY_MS);
  const search = text.trim();
  // Results of the previous text stay until the new ones arrive.
  const rows = rowsOf(search, search === "" ? undefined : found.options[0]);
  const chosen = Math.min(at, rows.length - 1);
  const status = found.isLoading ? "" : countText(rows, search, found.failure);

  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: "nearest" });
  }, [id, chosen]);

  const go = (row: QuickSearchRow | undefined): void => {
    if (!row) return;
    onClose();
    if (row.href === SWITCH_THEME) switchTheme();
    else void navigate(row.href);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLButtonElement) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && rows.length > 0) {
      event.preventDefault();
      setAt((chosen + step + rows.length) % rows.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      // Results of an older text are never followed.
      if (search === "" || found.text === search) go(rows[chosen]);
    }
  };
  return (
    <dialog
      ref={dialog}
      className="quick-search"
      aria-label="Jump to"
      onClose={onClose}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="quick-search__field">
        <Icon name="search" size={18} />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label="Company, school, person or title"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(rows.length > 0 ? { "aria-activedescendant": `${id}-${chosen}` } : {})}
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={80}
          placeholder="Company, school, person or title"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
        />
        <button className="btn btn--g btn--icon btn--36" type="button" aria-label="Close" onClick={onClose}>
          <Icon name="x" size={18} />
        </button>
      </div>
      <Rows id={id} rows={rows} chosen={chosen} onGo={go} onPoint={setAt} />
      <p className={rows.length === 0 || found.failure !== undefined ? "quick-search__status" : "sr"} role="status">
        {status}
      </p>
      {found.failure === undefined ? null : (
        <button
          className="btn btn--s btn--sm quick-search__again"
          type="button"
          onClick={() => {
            found.again();
            field.current?.focus();
          }}
        >
          Try again
        </button>
      )}
      <Keys canEdit={canEdit} />
    </dialog>
  );
}
