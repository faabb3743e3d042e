import { FileDown } from "lucide-react";
import type { ReactNode } from "react";
import { api } from "#core/api-client.ts";
import type { OwnProfile } from "#features/profile/schema.ts";
import { SubmitButton } from "#ui/form-submit.tsx";
import { saveFile } from "./save-file.ts";
import { Outcome, Section } from "./section.tsx";
import { useChange } from "./use-change.ts";

const ARCHIVE = "pipelines-archive.zip";

/** Formats for other sites and spreadsheets. The browser writes them from the API's data of one's own profile. */
const FORMS = {
  resume: { file: "resume.json", label: "JSON Resume", type: "application/json" },
  stops: { file: "stops.csv", label: "CSV of your stops", type: "text/csv" },
} as const;

async function textOf(form: keyof typeof FORMS, profile: OwnProfile): Promise<string> {
  // This code is large and rarely needed, so load it only now.
  const { recordOf, resumeText } = await import("#features/export/pure/json-resume.ts");
  const own = recordOf(profile);
  if (form === "resume") return resumeText(own);
  const { toCsv } = await import("#features/export/pure/pipeline-csv.ts");
  return toCsv(own.stops);
}

/** Everything that is held of the person, as files. */
export function DataSection({ profileId }: { profileId: string }): ReactNode {
  const { busy, done, run, at } = useChange();

  const saveForm = (form: keyof typeof FORMS): Promise<boolean> =>
    run({
      name: form,
      act: async () => {
        const profile = await api.request("GET /api/profile/get/{id}", { path: { id: profileId } });
        const { file, type } = FORMS[form];
        saveFile(file, new Blob([await textOf(form, profile)], { type }));
      },
      done: `Your file is in your downloads: ${FORMS[form].file}.`,
    });

  return (
    <Section id="data" title="Your data" lead="A copy of everything we store about you.">
      <p className="ui">
        One archive with your profile, every stop and rating, your picture, your e-mail, sessions and passkeys, the{" "}
        <span className="nowrap">e-mails</span> we sent you, and the log of what was done with your account. A page in
        it says what each file is.
      </p>
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          void run({
            name: "archive",
            act: async () => saveFile(ARCHIVE, await api.file("/api/user/archive")),
            done: `Your file is in your downloads: ${ARCHIVE}.`,
          });
        }}
      >
        <SubmitButton
          className="btn btn--s set__b"
          isLoading={busy === "archive"}
          isDisabled={busy !== "" && busy !== "archive"}
          loadingLabel="Collecting your data"
        >
          Download everything
        </SubmitButton>
      </form>
      <p className="ui" id="data-line">
        Or your line alone: as a résumé that other sites read, and that makes the same line again when you import it
        here, or as a table.
      </p>
      <div className="row row--wrap" role="group" aria-labelledby="data-line">
        {(["resume", "stops"] as const).map((form) => (
          <button
            key={form}
            type="button"
            className="btn btn--s set__b"
            aria-disabled={busy !== "" || undefined}
            onClick={() => void saveForm(form)}
          >
            <FileDown className="icon" size={18} strokeWidth={1.75} aria-hidden="true" />
            {FORMS[form].label}
          </button>
        ))}
      </div>
      <Outcome done={done} error={at("form")} />
    </Section>
  );
}
