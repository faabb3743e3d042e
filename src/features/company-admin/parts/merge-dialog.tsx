import { numberText } from "#core/number-text.ts";
import { Search } from "lucide-react";
import { useId, useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { sentenceOf } from "#core/api-client.ts";
import type { CompanyDetail } from "#features/company/schema.ts";
import { FormError } from "#ui/form-error.tsx";
import { useLookup } from "#ui/form-lookup.ts";
import { ListFault } from "#ui/paged-list.tsx";
import { SubmitButton } from "#ui/form-submit.tsx";
import { TextField } from "#ui/text-field.tsx";
import { useLoaded } from "#ui/use-loaded.ts";
import { mergeCompanies, readAliases, readCompany, type ListedCompany } from "./calls.ts";
import { peopleWords } from "./delete-dialog.tsx";
import { CompanyMark } from "#features/catalogue/parts/company-combobox.tsx";
import { COMPANY_DELAY_MS, findCompanies } from "#features/catalogue/parts/company-lookup.ts";

/** A company that another one can be merged into. */
export type Target = { _id: string; name: string; displayName: string };

export function MergePanel(props: {
  from: ListedCompany;
  /** Already chosen from the similar companies. */
  into: Target | undefined;
  onDone: (merge: string, into: CompanyDetail) => void;
  onCancel: () => void;
}): ReactNode {
  const { from } = props;
  const [text, setText] = useState("");
  const [into, setInto] = useState(props.into);
  const [error, setError] = useState<string>();
  const [isRunning, setRunning] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const found = useLookup(text.trim() === "" ? undefined : text.trim(), findCompanies, COMPANY_DELAY_MS);
  const hasAnswer = text.trim() !== "" && !found.isLoading && found.failure === undefined;
  const others = found.options.filter(({ _id }) => _id !== from._id);
  const offered: readonly Target[] = text.trim() === "" ? suggestionsFor(from, into) : others;

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isRunning) return;
    if (!into) return setError("Choose the company it becomes part of.");
    setRunning(true);
    setError(undefined);
    try {
      const { _id, company } = await mergeCompanies(from.name, into.name);
      props.onDone(_id, company);
    } catch (failure) {
      setError(sentenceOf(failure));
      setRunning(false);
    }
  };

  return (
    <form className="cmp-form" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <p className="ui dim">
        <b className="semi">{from.displayName}</b> becomes part of another company. You can undo it.
      </p>
      <div data-first="">
        <TextField
          label="Merge into"
          inputRef={field}
          value={text}
          onChange={setText}
          type="search"
          placeholder="Search companies"
          autoComplete="off"
          spellCheck={false}
          before={<Search className="icon" size={16} strokeWidth={2} aria-hidden="true" />}
        />
      </div>
      <p className="sr" role="status">
        {hasAnswer ? `${others.length} found` : ""}
      </p>
      {text.trim() !== "" && found.failure !== undefined && (
        <ListFault
          problem={{ message: found.failure, isShut: false }}
          onAgain={() => {
            found.again();
            // The button that has the focus is not shown during the look-up.
            field.current?.focus();
          }}
        />
      )}
      <Choices
        offered={offered}
        chosen={into}
        onChoose={setInto}
        empty={hasAnswer ? "No company on this site with that name :/" : undefined}
      />
      {into && <MergePreview key={into._id} from={from} into={into} />}
      <FormError message={error} />
      <div className="cmp-form__go cmp-form__go--stay">
        <SubmitButton className="btn btn--p btn--44 cmp-long" isLoading={isRunning} loadingLabel="Merging">
          {into ? `Merge into ${into.displayName}` : "Merge"}
        </SubmitButton>
        <button type="button" className="btn btn--g btn--44" onClick={props.onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

function suggestionsFor(from: ListedCompany, into: Target | undefined): readonly Target[] {
  const similar = from.similar ?? [];
  return into && !similar.some(({ _id }) => _id === into._id) ? [into, ...similar] : similar;
}

function Choices(props: {
  offered: readonly (Target & { logo?: string; people?: number })[];
  chosen: Target | undefined;
  onChoose: (target: Target) => void;
  empty: string | undefined;
}): ReactNode {
  const name = useId();
  if (props.offered.length === 0) return props.empty === undefined ? null : <p className="small dim">{props.empty}</p>;
  return (
    <fieldset className="cmp-choices">
      <legend className="sr">The company it becomes part of</legend>
      {props.offered.map((one) => (
        <label key={one._id} className="cmp-choice">
          <input
            type="radio"
            className="radio__dot"
            name={name}
            checked={props.chosen?._id === one._id}
            onChange={() => props.onChoose({ _id: one._id, name: one.name, displayName: one.displayName })}
          />
          {one.logo !== undefined && <CompanyMark name={one.displayName} logo={one.logo} />}
          <span className="grow cmp-choice__n">
            {one.displayName}
            <span className="small faint">{one.name}</span>
          </span>
          {one.people !== undefined && <span className="small faint num">{numberText(one.people)}</span>}
        </label>
      ))}
    </fieldset>
  );
}

type Known = { people: number; target: number; aliases: readonly string[] };

/** With more people a merge takes longer than a few seconds, on a large site minutes. */
const MANY_PEOPLE = 2_000;

/** What the merge will do, with the present numbers. */
function MergePreview(props: { from: ListedCompany; into: Target }): ReactNode {
  const { from, into } = props;
  const title = useRef<HTMLHeadingElement>(null);
  const { known, problem, reload } = useLoaded<Known>(async () => {
    const [one, other, aliases] = await Promise.all([
      readCompany(from._id),
      readCompany(into._id),
      readAliases(from._id),
    ]);
    return { people: one.people, target: other.people, aliases };
  });
  const names = known ? [from.displayName, ...known.aliases] : [from.displayName];
  return (
    <section className="cmp-preview" aria-label="What moves">
      <h3 className="h-sub" tabIndex={-1} ref={title}>
        What moves
      </h3>
      {problem && (
        <ListFault
          problem={{ ...problem, message: `The present numbers did not load. ${problem.message}` }}
          onAgain={() => {
            // The button that has the focus is not shown while the numbers load.
            title.current?.focus();
            void reload();
          }}
        />
      )}
      <ul className="cmp-facts">
        <li>
          {known === undefined
            ? `Everybody's stops go to ${into.displayName}.`
            : known.people === 0
              ? "No stops: nobody has it in a pipeline."
              : `The stops of ${peopleWords(known.people)} go to ${into.displayName}, which has ${peopleWords(known.target)} so far. Whoever has both keeps one stop with all roles.`}
        </li>
        <li>
          {names.length === 1 ? "Its name finds" : "Its names find"} {into.displayName} from then on: {names.join(", ")}
          .
        </li>
        {known !== undefined && known.people >= MANY_PEOPLE && (
          <li>With so many people it may take minutes. They cannot save until it is done.</li>
        )}
        <li>Its page leads there. Its logo and description are no longer shown, and come back if you undo.</li>
      </ul>
    </section>
  );
}
