import { useCopying } from "#ui/use-copying.tsx";

/** Copies a text. If the browser refuses, shows the text so that people can copy it by hand. */
export function CopyButton(props: { text: string; done: string; label: string; isMain?: true }) {
  const { copy, toast } = useCopying();
  return (
    <>
      <button
        type="button"
        className={props.isMain ? "btn btn--p" : "btn btn--s btn--sm"}
        onClick={() => void copy(props.text, props.done)}
      >
        Copy<span className="sr"> {props.label}</span>
      </button>
      {toast}
    </>
  );
}
