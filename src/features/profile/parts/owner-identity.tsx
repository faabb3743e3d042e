import { useRef, type FormEvent } from "react";
import { OwnPicture } from "#features/picture/parts/own-picture.tsx";
import { nameOf } from "#features/person-card/parts/card.ts";
import type { OwnProfile } from "#features/profile/schema.ts";
import { SubmitButton } from "#ui/form-submit.tsx";
import { Icon } from "#ui/icon.tsx";
import { TextField } from "#ui/text-field.tsx";
import { CountryField } from "./country-field.tsx";
import { LeaveQuestion } from "./leave-question.tsx";
import type { Identity } from "./owner-form.ts";
import { ProblemText } from "#ui/save-problem.tsx";
import { useOwnerIdentity, type OwnerIdentityHandle } from "./use-owner-identity.ts";

const NAMES: Readonly<Record<keyof Identity, string>> = {
  username: "username",
  linkedin: "LinkedIn handle",
  location: "location",
};

/** The text beside Save: the result of the last save, or else why saving is not possible. */
function stateInWords({ issues, saving, isDirty, wasRestored }: OwnerIdentityHandle): string {
  const wrong = (["username", "linkedin", "location"] as const).find((field) => issues[field] !== undefined);
  if (wrong && isDirty) return `Fix the ${NAMES[wrong]} to save.`;
  if (saving === "saved" && !isDirty) return "Saved.";
  return wasRestored ? "These are your changes from before, not saved yet." : "";
}

/** The hint about a username while it is typed, also read aloud by screen readers. */
function nameInWords({ nameState }: OwnerIdentityHandle): string | undefined {
  if (nameState === "asking") return "Checking this name";
  return nameState === "free" ? "This name looks free." : undefined;
}

/**
 * The head of the owner's public profile. Username, handle and location can be edited there. Save is disabled without
 * changes or with errors.
 */
export function OwnerIdentity({ profile }: { profile: OwnProfile }) {
  const owner = useOwnerIdentity(profile);
  const { form, issues, set, isDirty, hasError, saving, problem } = owner;
  const fields = useRef<HTMLFormElement>(null);
  const status = useRef<HTMLParagraphElement>(null);

  const focus = (field: keyof Identity): void => {
    fields.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  };
  const onSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const wasAtButton = document.activeElement instanceof HTMLButtonElement;
    const refused = await owner.save();
    if (refused) focus(refused);
    // Save is disabled now and would lose the focus. It stays with somebody who has gone on typing.
    else if (wasAtButton && !fields.current?.querySelector("input:focus")) status.current?.focus();
  };
  const nameHint = nameInWords(owner);

  return (
    <div className="pr-own">
      <OwnPicture profileId={profile._id} pfp={profile.pfp} />
      <form ref={fields} className="grow" method="post" noValidate onSubmit={(event) => void onSubmit(event)}>
        <div className="row between row--wrap pr-own__h">
          <div>
            <h1 className="h-page">{nameOf(profile)}</h1>
            {profile.headline === "" ? null : <p className="pr-role">{profile.headline}</p>}
          </div>
          <div className="row row--wrap">
            <a className="btn btn--s" href="/share" data-share="">
              <Icon name="share" /> Share
            </a>
            <a className="btn btn--s" href="/edit">
              <Icon name="pencil" /> Edit Profile
            </a>
          </div>
        </div>
        <div className="own-g">
          <div>
            <TextField
              label="Username"
              name="username"
              value={form.username}
              onChange={set("username")}
              error={issues.username}
              autoComplete="username"
              spellCheck={false}
              isRequired
              before={<span className="ph">@</span>}
              {...(nameHint === undefined ? {} : { hint: nameHint })}
            />
            <p className="sr" role="status">
              {owner.nameState === "unasked" ? "" : (issues.username ?? nameHint)}
            </p>
          </div>
          <TextField
            label="LinkedIn handle"
            name="linkedin"
            value={form.linkedin}
            onChange={set("linkedin")}
            error={issues.linkedin}
            spellCheck={false}
            before={<span className="ph">/in/</span>}
          />
          <CountryField
            label="Location"
            name="location"
            value={form.location}
            onChange={set("location")}
            error={issues.location}
          />
        </div>
        <div className="row row--wrap pr-own__do">
          <SubmitButton
            className="btn btn--p"
            isLoading={saving === "saving"}
            isDisabled={!isDirty || hasError}
            loadingLabel="Saving"
          >
            Save
          </SubmitButton>
          {isDirty ? (
            <button
              type="button"
              className="btn btn--g"
              onClick={() => {
                owner.cancel();
                focus("username");
              }}
            >
              Cancel
            </button>
          ) : null}
          <p className="small dim" role="status" ref={status} tabIndex={-1}>
            {problem ? "" : stateInWords(owner)}
          </p>
          <div role="alert">{problem && <ProblemText problem={problem} next={`/user/${profile._id}`} />}</div>
        </div>
      </form>
      <LeaveQuestion isDirty={isDirty} isLeaving={owner.isLeaving} what="your changes" />
    </div>
  );
}
