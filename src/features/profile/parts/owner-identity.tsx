import { useState, type FormEvent } from "react";
import { useNavigate } from "react-router";
import { api, ApiError } from "#core/api-client.ts";
import { checkIdentity } from "#features/pipeline/check.ts";
import { OwnPicture } from "#features/picture/parts/own-picture.tsx";
import type { OwnProfile } from "#features/profile/schema.ts";
import { SubmitButton } from "#ui/form-submit.tsx";
import { Icon } from "#ui/icon.tsx";
import { TextField } from "#ui/text-field.tsx";
import { identityOf, isChanged, issuesByField, patchOf, type Identity, type IdentityIssues } from "./owner-form.ts";
import { nameOf } from "#features/profile/parts/card.ts";

type Saving = "idle" | "saving" | "saved";

/**
 * The head of one's own public profile: username, handle and location are
 * fields in place. Save is off until something changed and nothing is wrong.
 */
export function OwnerIdentity({ profile }: { profile: OwnProfile }) {
  const navigate = useNavigate();
  const base = identityOf(profile);
  const [form, setForm] = useState<Identity>(base);
  const [refused, setRefused] = useState<IdentityIssues>({});
  const [message, setMessage] = useState("");
  const [saving, setSaving] = useState<Saving>("idle");

  const patch = patchOf(base, form, profile.rev);
  const found = issuesByField(checkIdentity(patch, profile._id));
  const isDirty = isChanged(base, form);
  const hasError = Object.keys(found).length > 0;
  const set = (field: keyof Identity) => (value: string) => {
    setForm((before) => ({ ...before, [field]: value }));
    setRefused((before) => ({ ...before, [field]: undefined }));
    setMessage("");
    setSaving("idle");
  };
  const cancel = (): void => {
    setForm(base);
    setRefused({});
    setMessage("");
  };

  const save = async (): Promise<void> => {
    setSaving("saving");
    try {
      const saved = await api.request<OwnProfile>("PATCH", `/api/profile/${profile._id}`, patch);
      setForm(identityOf(saved));
      setSaving("saved");
      // By the id: the old username leads nowhere now.
      await navigate(`/user/${profile._id}`, { replace: true, preventScrollReset: true });
    } catch (error) {
      setSaving("idle");
      if (!(error instanceof ApiError)) throw error;
      if (error.code === "username-taken") setRefused({ username: error.message });
      else if (error.issues.length > 0) setRefused(issuesByField(error.issues));
      else setMessage(error.message);
    }
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (isDirty && !hasError && saving !== "saving") void save();
  };

  return (
    <div className="pr-own">
      <OwnPicture profileId={profile._id} pfp={profile.pfp} />
      <form className="grow" noValidate onSubmit={onSubmit}>
        <div className="row between row--wrap pr-own__h">
          <div>
            <h1 className="h-page">{nameOf(profile)}</h1>
            {profile.headline === "" ? null : <p className="pr-role">{profile.headline}</p>}
          </div>
          <a className="btn btn--s" href="/edit">
            <Icon name="pencil" /> Edit Profile
          </a>
        </div>
        <div className="own-g">
          <TextField
            label="Username"
            name="username"
            value={form.username}
            onChange={set("username")}
            error={found.username ?? refused.username}
            autoComplete="username"
            spellCheck={false}
            isRequired
            before={<span className="ph">@</span>}
          />
          <TextField
            label="LinkedIn handle"
            name="linkedin"
            value={form.linkedin}
            onChange={set("linkedin")}
            error={found.linkedin ?? refused.linkedin}
            spellCheck={false}
            before={<span className="ph">/in/</span>}
          />
          <TextField
            label="Location"
            name="location"
            value={form.location}
            onChange={set("location")}
            error={found.location ?? refused.location}
            autoComplete="country-name"
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
            <button type="button" className="btn btn--g" onClick={cancel}>
              Cancel
            </button>
          ) : null}
          <p className="small dim" role="status">
            {message !== "" ? message : saving === "saved" && !isDirty ? "Saved." : ""}
          </p>
        </div>
      </form>
    </div>
  );
}
