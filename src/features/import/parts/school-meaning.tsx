import { useId, type ReactNode } from "react";
import { keyOf } from "#core/text.ts";
import type { SchoolOffer } from "#features/import/pure/match-school.ts";
import { SelectField } from "#ui/select-field.tsx";
import type { SchoolLookUp } from "./school-look-up.ts";

/** Value of the option that keeps the text; no school has this id. */
const TEXT = "text";

function offerText({ name, country }: SchoolOffer): string {
  return country === "" ? name : `${name}, ${country}`;
}

function sentence({ name, meaning, isFailed, chosen }: SchoolLookUp): string {
  if (isFailed) return `“${name}” could not be looked up among the schools here. It stays as it is written.`;
  if (!meaning) return `Looking “${name}” up among the schools here…`;
  const listed = meaning.offers.find(({ id }) => id === chosen);
  if (listed && keyOf(listed.name) === keyOf(name)) return `Looked up by its name: ${offerText(listed)}.`;
  if (listed) return `The file says “${name}”. Looked up by that name, it becomes ${offerText(listed)}.`;
  return meaning.offers.length === 0
    ? `Looked up by its name: no school here is called “${name}”. It stays as it is written.`
    : `Looked up by its name: “${name}” stays as it is written, unless it is one of these.`;
}

/** Shows which listed school a file's school becomes, with a choice. */
export function SchoolMeaningField(props: { lookUp: SchoolLookUp; onChoose: (id: string) => void }): ReactNode {
  const { lookUp } = props;
  const { name, meaning, chosen } = lookUp;
  const said = useId();
  return (
    <div className="imp-who__m">
      <p className="hint" role="status" id={said}>
        {sentence(lookUp)}
        {meaning && chosen === "" && <span className="tag">New school</span>}
      </p>
      {meaning && meaning.offers.length > 0 && (
        <SelectField
          label={`What “${name}” becomes`}
          value={chosen === "" ? TEXT : chosen}
          onChange={(id) => props.onChoose(id === TEXT ? "" : id)}
          options={[
            ...meaning.offers.map((offer) => ({ value: offer.id, label: offerText(offer) })),
            { value: TEXT, label: `Keep as text: ${name}` },
          ]}
        />
      )}
    </div>
  );
}
