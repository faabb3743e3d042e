import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { api, ApiError } from "#core/api-client.ts";
import { lineClass } from "#features/pipeline/parts/line-colour.ts";
import { Avatar } from "#features/profile/parts/avatar.tsx";
import { Icon } from "#ui/icon.tsx";

/** What the server takes; a larger file is not worth the way there. */
const MAX_BYTES = 5 * 1024 * 1024;

/** One's own picture with what can be done about it; the rest of the page, header included, follows. */
export function OwnPicture({ profileId, pfp }: { profileId: string; pfp: string }) {
  const { revalidate } = useRevalidator();
  const chooser = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState("");

  const change = async (call: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(true);
    setMessage("");
    try {
      await call();
      await revalidate();
      setMessage(done);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setMessage(error.message);
    } finally {
      setBusy(false);
    }
  };
  const address = `/api/pfp/${profileId}`;
  const send = (file: File | undefined): void => {
    if (!file) return;
    if (file.size > MAX_BYTES) {
      setMessage("A picture has at most 5 MB.");
      return;
    }
    const form = new FormData();
    form.set("pfp", file);
    void change(() => api.request("PATCH", address, form), "Picture saved.");
  };
  const remove = (): void => {
    void change(() => api.request("DELETE", address), "Picture removed.");
  };

  return (
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
          send(event.currentTarget.files?.[0]);
          // The same file again is a change too.
          event.currentTarget.value = "";
        }}
      />
      <button type="button" className="btn btn--s btn--sm" disabled={isBusy} onClick={() => chooser.current?.click()}>
        <Icon name="camera" /> {pfp === "" ? "Add picture" : "Change picture"}
      </button>
      {pfp === "" ? null : (
        <button type="button" className="btn btn--g btn--sm" disabled={isBusy} onClick={remove}>
          Remove picture
        </button>
      )}
      <p className="small dim" role="status">
        {isBusy ? "One moment" : message}
      </p>
    </div>
  );
}
