import { useCallback, useEffect, useRef, useState } from "react";
import { combineReviews, type OpenReview } from "./open-review.ts";

type OpenReviewHandle = {
  current: OpenReview | undefined;
  /** A result that waits for the answer to ReplaceQuestion. */
  waiting: OpenReview | undefined;
  touch: (isTouched: boolean) => void;
  /**
   * Takes the result of a further file: adds it to the open review, or shows it instead if the person has changed nothing
   * there, or asks. True if it was added.
   */
  receive: (result: OpenReview) => boolean;
  /** Replaces the open review; undefined closes it. */
  show: (shown: OpenReview | undefined) => void;
  /** Forgets the result that waits. */
  putAside: () => void;
};

/** The review that is open, and what becomes of the result of a further file. */
export function useOpenReview(
  onTouched: (isTouched: boolean) => void,
  onReview: (isOpen: boolean) => void,
): OpenReviewHandle {
  const [current, setCurrent] = useState<OpenReview>();
  /** The open review for code that runs after an `await`. */
  const open = useRef<OpenReview>(undefined);
  const [waiting, setWaiting] = useState<OpenReview>();
  const isTouched = useRef(false);
  const isOpen = current !== undefined;
  useEffect(() => onReview(isOpen), [isOpen, onReview]);

  const touch = useCallback(
    (is: boolean): void => {
      isTouched.current = is;
      onTouched(is);
    },
    [onTouched],
  );
  const show = (shown: OpenReview | undefined): void => {
    open.current = shown;
    setWaiting(undefined);
    setCurrent(shown);
  };
  const receive = (result: OpenReview): boolean => {
    const combined = open.current && combineReviews(open.current, result);
    if (combined) {
      open.current = combined;
      setCurrent(combined);
      return true;
    }
    if (isTouched.current) setWaiting(result);
    else show(result);
    return false;
  };
  return { current, waiting, touch, receive, show, putAside: () => setWaiting(undefined) };
}
