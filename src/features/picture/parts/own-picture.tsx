import { Suspense, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { api } from "#core/api-client.ts";
import { ERRORS } from "#core/errors.ts";
import { lineClass, Avatar } from "#features/drawing/parts/marks.tsx";
import { lazyPart } from "#ui/connection.ts";
import { problemOf, ProblemText, type SaveProblem } from "#ui/save-problem.tsx";
import { Icon } from "#ui/icon.tsx";

/** Only a square cut from the file travels; a larger one would take the device's memory. */
const MAX_MEGABYTES = 30;

const CropDialog = lazyPart(async () => ({ default: (await import("./crop-dialog.tsx")).CropDialog }));

/** What happens to one's own picture: a chosen file is cut, sent or refused. */
function useOwnPicture(profileId: string) {
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  // A second press while the picture is still being cut comes with the state of before.
  const isUnderWay = useRef(false);
  const [message, setMessage] = useState("");
  const [problem, setProblem] = useState<SaveProblem>();
  const [chosen, setChosen] = useState<File>();

  const change = async (call: () => Promise<unknown>, done: string): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    setMessage("");
    setProblem(undefined);
    try {
      await call();
      await revalidate();
      setChosen(undefined);
      setMessage(done);
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  };
  const path = { id: profileId };
  const choose = (file: File | undefined): void => {
    if (!file) return;
    setProblem(undefined);
    if (file.size > MAX_MEGABYTES * 1024 * 1024) {
      setMessage(`A picture's file has at most ${MAX_MEGABYTES} MB.`);
      return;
    }
    setMessage("");
    setChosen(file);
  };
  const send = (cut: Blob): void => {
    const form = new FormData();
    form.set("pfp", cut, "picture.jpg");
    void change(() => api.request("PATCH /api/pfp/{id}", { path, body: form }), "Picture saved.");
  };
  const remove = (): Promise<void> => change(() => api.request("DELETE /api/pfp/{id}", { path }), "Picture removed.");
  const close = (): void => {
    setChosen(undefined);
    setProblem(undefined);
  };
  const refuse = (): void => {
    setChosen(undefined);
    setProblem({ message: ERRORS["bad-picture"].sentence, isSignedOut: false });
  };
  return { isBusy, message, problem, chosen, choose, send, remove, close, refuse };
}

/** One's own picture with its buttons. The rest of the page, including the header, is updated. */
export function OwnPicture({ profileId, pfp }: { profileId: string; pfp: string }) {
  const chooser = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const { isBusy, message, problem, chosen, choose, send, remove, close, refuse } = useOwnPicture(profileId);

  return (
    <>
      <div className="pr-pic">
        <span className={`pr-av ${lineClass(profileId)}`}>
          <Avatar pfp={pfp} size={104} />
        </span>
        <input
          ref={chooser}
          className="sr"
          type="file"
          accept="image/jpeg,image/png,image/webp"
          aria-label="Picture file"
          tabIndex={-1}
          onChange={(event) => {
            choose(event.currentTarget.files?.[0]);
            // The same file again is a change too.
            event.currentTarget.value = "";
          }}
        />
        <button
          ref={opener}
          type="button"
          className="btn btn--s btn--sm"
          aria-disabled={isBusy || undefined}
          onClick={() => {
            if (isBusy) return;
            opener.current?.focus();
            chooser.current?.click();
          }}
        >
          <Icon name="camera" /> {pfp === "" ? "Add picture" : "Change picture"}
        </button>
        {pfp === "" ? null : (
          <button
            type="button"
            className="btn btn--g btn--sm"
            aria-disabled={isBusy || undefined}
            onClick={() => {
              // The button that had the focus may be gone then.
              void remove().then(() => opener.current?.focus());
            }}
          >
            Remove picture
          </button>
        )}
        <p className="small dim" role="status">
          {isBusy && !chosen ? "One moment" : message}
        </p>
        <div role="alert">{problem && !chosen && <ProblemText problem={problem} next={`/user/${profileId}`} />}</div>
      </div>
      {chosen && (
        <Suspense fallback={<p className="small dim">Opening the picture</p>}>
          <CropDialog
            file={chosen}
            profileId={profileId}
            isSaving={isBusy}
            problem={problem && <ProblemText problem={problem} />}
            onSave={send}
            onClose={close}
            onUnreadable={refuse}
          />
        </Suspense>
      )}
    </>
  );
}
