import { useId, useState, type ReactNode } from "react";
import type { Visibility } from "#features/profile/schema.ts";
import { catalogueTitleOf, isCatalogueTitle } from "#features/title/classify.ts";
import { inferKind } from "#features/title/kind.ts";
import { Switch } from "#ui/switch.tsx";
import type { ProfileForm } from "./form.ts";
import type { EditorHandle } from "./use-editor.ts";

const LEVELS: readonly { level: Visibility; name: string; about: string }[] = [
  { level: "public", name: "Public", about: "Everybody sees your name, picture and line, and can find them." },
  {
    level: "anonymous",
    name: "Anonymous",
    about: "Everybody sees your line, without name, picture, username and location. It has an address of its own.",
  },
  { level: "private", name: "Private", about: "Nobody but you sees anything, in no list and on no page." },
];

/** "Anonymous, with years, school hidden": the summary of the collapsed section. */
function inWords(form: ProfileForm): string {
  const name = LEVELS.find(({ level }) => level === form.visibility)?.name ?? "";
  const parts = [
    name,
    ...(form.visibility === "anonymous" ? [form.showMonths ? "with months" : "with years"] : []),
    ...(form.visibility === "anonymous" && form.ownTitles ? ["titles as written"] : []),
    ...(form.visibility !== "private" && form.hideSchool ? ["school hidden"] : []),
  ];
  return parts.join(", ");
}

/** Explains own titles: an example of the catalogue's replacement, and the risk of showing one's own words. */
function titlesNote(form: ProfileForm): string {
  const cost = "Words that only you use tell who you are to everybody who knows them.";
  const role = form.pipeline.stops
    .flatMap(({ roles }) => roles)
    .find(({ title }) => title.trim() !== "" && !isCatalogueTitle(title));
  if (!role) return `Without it others read the catalogue's title where yours is not in it. ${cost}`;
  const title = role.title.trim();
  return `Without it others read “${catalogueTitleOf(title, role.kind ?? inferKind(title))}” for “${title}”. ${cost}`;
}

/** The visibility switch, and a summary of who sees what. */
export function VisibilityFields({ editor }: { editor: EditorHandle }): ReactNode {
  const { form, base } = editor.state;
  const id = useId();
  const [isOpen, setOpen] = useState(form.visibility === "private");
  const set = (change: Partial<Omit<ProfileForm, "pipeline">>): void => editor.dispatch({ do: "set", change });
  const wasNamed = base.created && base.visibility === "public";
  return (
    <>
      <Switch
        label="I want to remain anonymous"
        isOn={form.visibility !== "public"}
        onChange={(isOn) => {
          const before = base.visibility === "private" ? "private" : "anonymous";
          set({ visibility: isOn ? before : "public" });
          if (isOn) setOpen(true);
        }}
        note="Your name, picture, username and location are hidden."
      />
      {form.visibility === "anonymous" && wasNamed && (
        <p className="hint anon-hint" role="status">
          People who saw your named pipeline before may recognise it.
        </p>
      )}
      <details className="lvl" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="ui">
          <span className="link">Choose who sees what</span> <span className="dim">{inWords(form)}</span>
        </summary>
        <fieldset className="lvl__f">
          <legend className="label">Who sees your line</legend>
          {LEVELS.map(({ level, name, about }) => (
            <label className="rcard" key={level}>
              <input
                type="radio"
                name={`${id}-level`}
                value={level}
                checked={form.visibility === level}
                onChange={() => set({ visibility: level })}
              />
              <span className="radio__dot" />
              <span className="ui semi grow">
                {name}
                <span className="small faint rcard__a">{about}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {form.visibility === "anonymous" && (
          <Switch
            label="Show months"
            isOn={form.showMonths}
            onChange={(showMonths) => set({ showMonths })}
            note="Without it others see only years, which many more people share."
          />
        )}
        {form.visibility === "anonymous" && (
          <Switch
            label="My titles as I wrote them"
            isOn={form.ownTitles}
            onChange={(ownTitles) => set({ ownTitles })}
            note={titlesNote(form)}
          />
        )}
        {form.visibility !== "private" && (
          <Switch
            label="Hide my school"
            isOn={form.hideSchool}
            onChange={(hideSchool) => set({ hideSchool })}
            note="Nobody else sees it, and you are in no list of its people."
          />
        )}
      </details>
    </>
  );
}
