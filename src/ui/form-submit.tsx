import type { ReactNode } from "react";

/** A form's own button. While loading it keeps its width, shows a spinner and does nothing more. */
export function SubmitButton(props: {
  children: ReactNode;
  isLoading: boolean;
  isDisabled?: boolean;
  className: string;
  /** Said while loading, e.g. "Saving". */
  loadingLabel: string;
}): ReactNode {
  return (
    <button
      type="submit"
      className={`${props.className} btn--submit`}
      disabled={props.isDisabled}
      aria-disabled={props.isLoading || undefined}
      onClick={(event) => {
        if (props.isLoading) event.preventDefault();
      }}
    >
      <ButtonLabel isLoading={props.isLoading} loadingLabel={props.loadingLabel}>
        {props.children}
      </ButtonLabel>
    </button>
  );
}

/** A button's text, and a spinner in its place while loading. */
export function ButtonLabel(props: { children: ReactNode; isLoading: boolean; loadingLabel: string }): ReactNode {
  return (
    <>
      <span className={props.isLoading ? "btn__label is-hidden" : "btn__label"}>{props.children}</span>
      {props.isLoading && (
        <span className="btn__spin">
          <span className="spin" aria-hidden="true" />
          <span className="sr" role="status">
            {props.loadingLabel}
          </span>
        </span>
      )}
    </>
  );
}
