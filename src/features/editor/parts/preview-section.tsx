import { EyeOff } from "lucide-react";
import { useState, type ReactNode } from "react";
import { lineClass } from "#features/drawing/parts/marks.tsx";
import { lineView } from "#features/drawing/pure/segments.ts";
import { VerticalLine } from "#features/drawing/parts/vertical-line.tsx";
import { cardOf, nameOf } from "#features/person-card/parts/card.ts";
import { PersonCard } from "#features/person-card/parts/person-card.tsx";
import type { OwnProfile, PublicProfile, Visibility } from "#features/profile/schema.ts";
import type { ProfileForm } from "./form.ts";
import { pendingStopOf, withPending } from "./pending-stop.ts";
import { previewOf } from "./preview.ts";

/** The whole pipeline below the card, without links that would leave the form. */
function WholeLine({ profile, today }: { profile: PublicProfile; today: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const view = lineView(profile.pipeline, today);
  const stops = view.stops.map((stop) => ({ ...stop, companyId: "" }));
  return (
    <details className="ed-whole" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="link small">The whole line</summary>
      {isOpen && (
        <div className={`ed-whole__l ${lineClass(profile._id)}`}>
          <VerticalLine view={{ ...view, stops }} school={{ ...profile, school: "" }} today={today} />
        </div>
      )}
    </details>
  );
}

/** "What others see": card and pipeline as others would see them, named or anonymous. */
export function Preview(props: { form: ProfileForm; base: OwnProfile; today: string }): ReactNode {
  const { form, base, today } = props;
  const [chosen, setChosen] = useState<{ of: Visibility; level: Exclude<Visibility, "private"> }>();
  // Shows the form's visibility until the person picks another one to look at.
  const level = chosen?.of === form.visibility ? chosen.level : form.visibility;
  const look = (next: Exclude<Visibility, "private">): void => setChosen({ of: form.visibility, level: next });
  const profile = level === "private" ? undefined : previewOf(form, base, today, level);
  const pending = level === "private" ? undefined : pendingStopOf(form, level, today);
  const latest = pending && `${pending.title} at ${pending.company}`;
  const words = profile
    ? [nameOf(profile), profile.schoolName, latest ?? profile.headline].filter((part) => part !== "").join(", ")
    : "nothing";
  return (
    <section className="sec" aria-labelledby="ed-preview">
      <div className="row between">
        <h2 className="h-sec" id="ed-preview" tabIndex={-1} data-field="preview">
          What others see
        </h2>
        <div className="seg seg--sm" role="group" aria-label="Preview">
          <button type="button" aria-pressed={level === "public"} onClick={() => look("public")}>
            Named
          </button>
          <button type="button" aria-pressed={level === "anonymous"} onClick={() => look("anonymous")}>
            Anonymous
          </button>
        </div>
      </div>
      <p className="sr" role="status">
        Others see: {words}
      </p>
      {profile ? (
        <>
          <div className="ed-card" inert>
            <PersonCard card={withPending(cardOf(profile, today), pending)} />
          </div>
          {profile.pipeline.length > 0 && <WholeLine profile={profile} today={today} />}
        </>
      ) : (
        <p className="ed-none">
          <EyeOff className="icon" size={18} strokeWidth={1.75} aria-hidden="true" />
          Nothing. Only you see your page, your card and your place in lists.
        </p>
      )}
    </section>
  );
}
