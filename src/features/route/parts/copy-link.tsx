import { Icon } from "#ui/icon.tsx";
import { useCopying } from "#ui/use-copying.tsx";

/** Copies an address; shows it where the browser refuses. Without script it is a link. */
export function CopyLink({ path }: { path: string }) {
  const { copy, toast } = useCopying();
  return (
    <>
      <a
        className="btn btn--s"
        href={path}
        onClick={(event) => {
          event.preventDefault();
          void copy(new URL(path, location.origin).href, "Link copied");
        }}
      >
        <Icon name="link" /> Copy link
      </a>
      {toast}
    </>
  );
}
