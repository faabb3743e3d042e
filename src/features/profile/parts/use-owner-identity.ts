import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { api, ApiError } from "#core/api-client.ts";
import { ERRORS } from "#core/errors.ts";
import { updateUser } from "#core/display-copy.ts";
import { fieldsOf } from "#core/fields.ts";
import { checkIdentity } from "#features/profile/rules.ts";
import type { OwnProfile } from "#features/profile/schema.ts";
import { keepIdentityDraft, readIdentityDraft } from "./identity-draft.ts";
import {
  identityOf,
  isChanged,
  issuesByField,
  mergeIdentity,
  patchOf,
  type Identity,
  type IdentityIssues,
} from "./owner-form.ts";
import { problemOf, type SaveProblem } from "#ui/save-problem.tsx";
import { useUsernameCheck, type NameState } from "./use-username-check.ts";

type Saving = "idle" | "saving" | "saved";

export type OwnerIdentityHandle = {
  form: Identity;
  issues: IdentityIssues;
  nameState: NameState;
  isDirty: boolean;
  hasError: boolean;
  saving: Saving;
  problem: SaveProblem | undefined;
  /** The fields were filled from a draft of an earlier visit. */
  wasRestored: boolean;
  /** True if leaving needs no question: the page itself navigates away, or saving is no longer possible. */
  isLeaving: () => boolean;
  set: (field: keyof Identity) => (value: string) => void;
  cancel: () => void;
  /** Resolves with the first field that was refused, if one was. */
  save: () => Promise<keyof Identity | undefined>;
};

function staleProfile(error: ApiError): OwnProfile | undefined {
  if (error.code !== "stale-revision") return undefined;
  // No check needed: the server has checked this answer against its schema.
  return fieldsOf(error.body)["profile"] as OwnProfile | undefined;
}

/** State, errors and saving of the fields in the head of the owner's page. */
export function useOwnerIdentity(shown: OwnProfile): OwnerIdentityHandle {
  const navigate = useNavigate();
  const [newer, setNewer] = useState<OwnProfile>();
  const profile = newer && (newer.rev ?? 0) > (shown.rev ?? 0) ? newer : shown;
  const id = shown._id;
  const base = identityOf(profile);
  const [form, setForm] = useState<Identity>(base);
  const [refused, setRefused] = useState<IdentityIssues>({});
  const [problem, setProblem] = useState<SaveProblem>();
  const [saving, setSaving] = useState<Saving>("idle");
  const [start, setStart] = useState<{ isRead: boolean; wasRestored: boolean }>({ isRead: false, wasRestored: false });

  const leaving = useRef(false);

  const patch = patchOf(base, form, profile.rev);
  const isDirty = isChanged(base, form);
  const found = issuesByField(checkIdentity(patch, id));
  const wanted = form.username.trim();
  const isNew = wanted !== "" && wanted.toLowerCase() !== base.username.toLowerCase() && wanted !== id;
  const nameState = useUsernameCheck(isNew && found.username === undefined ? wanted : undefined, id);
  const taken = nameState === "taken" ? ERRORS["username-taken"].sentence : undefined;
  const issues: IdentityIssues = {
    username: found.username ?? refused.username ?? taken,
    linkedin: found.linkedin ?? refused.linkedin,
    location: found.location ?? refused.location,
  };
  const hasError = Object.values(issues).some((message) => message !== undefined);

  // The server cannot know the browser's draft, so it is filled in after hydration.
  useEffect(() => {
    const kept = readIdentityDraft(id, localStorage);
    const isDraft = kept !== undefined && isChanged(identityOf(shown), kept);
    if (isDraft) setForm(kept);
    setStart({ isRead: true, wasRestored: isDraft });
    // Only when the profile's id changes: a save must not read the draft again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id]);
  useEffect(() => {
    if (start.isRead) keepIdentityDraft(id, isDirty ? form : undefined, localStorage);
  }, [id, start.isRead, isDirty, form]);

  const set = (field: keyof Identity) => (value: string) => {
    setForm((before) => ({ ...before, [field]: value }));
    setRefused((before) => ({ ...before, [field]: undefined }));
    setProblem(undefined);
    setSaving("idle");
  };

  const fail = (error: unknown): keyof Identity | undefined => {
    const theirs = error instanceof ApiError ? staleProfile(error) : undefined;
    if (theirs) {
      setForm(mergeIdentity(base, form, identityOf(theirs)));
      setNewer(theirs);
      setProblem({ message: `${problemOf(error).message} Your changes are still here.`, isSignedOut: false });
      return undefined;
    }
    if (error instanceof ApiError && error.code === "username-taken") {
      setRefused({ username: error.message });
      return "username";
    }
    const wrong = issuesByField(error instanceof ApiError ? error.issues : []);
    const first = (["username", "linkedin", "location"] as const).find((field) => wrong[field] !== undefined);
    if (first) setRefused(wrong);
    else setProblem(problemOf(error));
    return first;
  };

  return {
    form,
    issues,
    nameState,
    isDirty,
    hasError,
    saving,
    problem,
    wasRestored: start.wasRestored && isDirty,
    isLeaving: () => leaving.current || problem?.isSignedOut === true,
    set,
    cancel: () => {
      setForm(base);
      setRefused({});
      setProblem(undefined);
      setSaving("idle");
    },
    save: async () => {
      if (!isDirty || hasError || saving === "saving") return undefined;
      setSaving("saving");
      setProblem(undefined);
      try {
        const saved = await api.request("PATCH /api/profile/{id}", { path: { id }, body: patch });
        updateUser({ username: saved.username });
        setNewer(saved);
        // What was typed meanwhile stays.
        setForm((now) => mergeIdentity(form, now, identityOf(saved)));
        setSaving("saved");
        // Use the id in the address, because the old username no longer works.
        leaving.current = true;
        await navigate(`/user/${id}`, { replace: true, preventScrollReset: true });
        leaving.current = false;
        return undefined;
      } catch (error) {
        setSaving("idle");
        return fail(error);
      }
    },
  };
}
