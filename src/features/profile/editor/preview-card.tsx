import { useState, type ReactNode } from "react";
import { cardOf, nameOf } from "#features/profile/parts/card.ts";
import { PersonCard } from "#features/profile/parts/person-card.tsx";
import type { OwnProfile } from "#features/profile/schema.ts";
import type { ProfileForm } from "./form.ts";
import { previewOf } from "./preview.ts";

/** "What others see": the person's card as it would be, named or anonymous. */
export function Preview(props: { form: ProfileForm; base: OwnProfile; today: string }): ReactNode {
  const { form, base, today } = props;
  const [chosen, setChosen] = useState<{ of: boolean; isAnonymous: boolean }>();
  // Follows the switch of the form until somebody looks at the other side.
  const isAnonymous = chosen?.of === form.anonymous ? chosen.isAnonymous : form.anonymous;
  const look = (next: boolean): void => setChosen({ of: form.anonymous, isAnonymous: next });
  const profile = previewOf(form, base, today, isAnonymous);
  const words = [nameOf(profile), profile.schoolName, profile.headline].filter((part) => part !== "").join(", ");
  return (
    <section className="sec" aria-labelledby="ed-preview">
      <div className="row between">
        <h2 className="h-sec" id="ed-preview" tabIndex={-1} data-field="preview">
          What others see
        </h2>
        <div className="seg seg--sm" role="group" aria-label="Preview">
          <button type="button" aria-pressed={!isAnonymous} onClick={() => look(false)}>
            Named
          </button>
          <button type="button" aria-pressed={isAnonymous} onClick={() => look(true)}>
            Anonymous
          </button>
        </div>
      </div>
      <p className="sr" role="status">
        Others see: {words}
      </p>
      <div className="ed-card" inert>
        <PersonCard card={cardOf(profile, today)} />
      </div>
    </section>
  );
}
