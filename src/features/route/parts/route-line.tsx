import { useEffect, useRef, type DragEvent, type KeyboardEvent, type MouseEvent, type RefObject } from "react";
import { useNavigate } from "react-router";
import { lengthWords } from "#core/number-text.ts";
import { lazyPart } from "#ui/connection.ts";
import { Icon } from "#ui/icon.tsx";
import { canAdd, canMove, moveStop, removeStop, routeHref } from "#features/route/pure/route-text.ts";
import type { Place, Popover, RouteView, StepView } from "#features/route/pure/view.ts";
import { betweenWords, linkWords, peopleWords } from "#features/route/pure/words.ts";
import { StepRing } from "./step-ring.tsx";

// Its code is loaded only when the menu is open. A Suspense boundary would hide the menu until script runs.
const LinkMenu = lazyPart(async () => ({ default: (await import("./link-menu.tsx")).LinkMenu }));

/** The layout between steps. Rows of results share the same columns. */
export type Shape = { isAligned: boolean; elastic: readonly boolean[] };

/** The effect of a key, a drag or a tool: the focus on the new route, and the text to announce. */
export type Changed = { focus: number; say: (view: RouteView) => string };

/** A step's label for screen readers: "Shopify, stop 2 of 4, 64 people". */
function stepLabel(step: StepView, at: number, count: number): string {
  const people = step.people === undefined ? "" : `, ${peopleWords(step.people)}`;
  return `${step.name}, stop ${at + 1} of ${count}${people}: move, change or remove`;
}

function StepTools({ view, at }: { view: RouteView; at: number }) {
  const { text } = view;
  const name = view.steps[at]?.name ?? "";
  const move = (to: number, icon: "arrow-left" | "arrow-right", word: string, label: string) =>
    canMove(text, at, to) ? (
      <a href={routeHref(moveStop(text, at, to))} data-move={to} title={word}>
        <Icon name={icon} />
        <span className="rtools__w">{label}</span>
      </a>
    ) : null;
  return (
    <div className="rtools" role="group" aria-label={name}>
      {move(at - 1, "arrow-left", "Alt + Left", "Move earlier")}
      {move(at + 1, "arrow-right", "Alt + Right", "Move later")}
      <a href={routeHref(text, { change: String(at) })} data-change={at} title="Enter">
        <Icon name="pencil" />
        <span className="rtools__w">Change</span>
      </a>
      <a href={routeHref(removeStop(text, at))} data-remove={at} title="Delete">
        <Icon name="x" />
        <span className="rtools__w">Remove</span>
      </a>
    </div>
  );
}

function Step({ view, at, isCounting }: { view: RouteView; at: number; isCounting: boolean }) {
  const step = view.steps[at];
  if (step === undefined) return null;
  const isZero = step.people === 0 && (view.steps[at - 1]?.people ?? 1) !== 0;
  return (
    <div className={isZero ? "rl__b is-zero" : "rl__b"}>
      <p className="rl__lab">
        <span className="rl__t">{step.word}</span>
        <b className="rl__n trunc">{step.name}</b>
      </p>
      <details className="rl__ring" name="step" data-step={at} draggable>
        <summary>
          <span className="sr">{stepLabel(step, at, view.steps.length)}</span>
          <span aria-hidden="true">
            <StepRing look={step} size="rt" />
          </span>
          <span className="rl__more">
            <Icon name="more" size={18} />
          </span>
        </summary>
        <StepTools view={view} at={at} />
      </details>
      <p className="rl__c num">{isCounting || step.people === undefined ? "…" : peopleWords(step.people)}</p>
    </div>
  );
}

/** The track to the next step: solid for the next stop, dots for any stops, with its conditions as a button. */
function Between({ view, at, popover }: { view: RouteView; at: number; popover: Popover | undefined }) {
  const link = view.links[at];
  if (link === undefined) return null;
  const names = `${view.steps[at]?.name ?? ""} and ${view.steps[at + 1]?.name ?? ""}`;
  const open = popover?.of === "link" && popover.at === at ? popover : undefined;
  return (
    <div className={`rcon rcon--${link.between}`}>
      <a
        className="rpill"
        href={open ? routeHref(view.text) : routeHref(view.text, { between: String(at) })}
        aria-label={`Between ${names}: ${linkWords(link)}`}
        aria-expanded={open !== undefined}
      >
        {betweenWords(link.between)}
        <Icon name="chevron-down" size={14} />
      </a>
      {link.limit === null ? null : (
        <span className="rwithin" aria-hidden="true">{`within ${lengthWords(link.limit)}`}</span>
      )}
      {open ? <LinkMenu menu={open} names={names} close={routeHref(view.text)} /> : null}
    </div>
  );
}

type RouteLineProps = {
  view: RouteView;
  popover: Popover | undefined;
  shape: Shape;
  isCounting: boolean;
  /** The page owns this ref, because another layout re-creates the line. */
  changed: RefObject<Changed | undefined>;
  onPick: (place: Place) => void;
  onSay: (text: string) => void;
};

/** The element of this selector at which the event happened, or in which. */
function closestOf({ target }: { target: EventTarget }, selector: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null;
}

/** The place of the step at which the event happened. */
function stepAt(event: { target: EventTarget }): number | undefined {
  const at = closestOf(event, "[data-step]")?.dataset["step"];
  return at === undefined ? undefined : Number(at);
}

/**
 * Moves and removes steps by keys, by dragging and by the tools of a step. Its other links are followed in place. Once
 * the route is another one, its menus close, a step gets the focus, and the change is announced.
 * @returns attributes of the list
 */
function useRouteGestures({ view, popover, changed: changedRef, onPick, onSay }: RouteLineProps) {
  const { text, steps } = view;
  const list = useRef<HTMLOListElement>(null);
  const navigate = useNavigate();
  const dragged = useRef<number>(undefined);

  const key = JSON.stringify(text);
  useEffect(() => {
    const { current: element } = list;
    for (const open of element?.querySelectorAll("details[open]") ?? []) open.removeAttribute("open");
    const what = changedRef.current;
    changedRef.current = undefined;
    if (what === undefined) return;
    const at = Math.max(0, Math.min(what.focus, steps.length - 1));
    element?.querySelector<HTMLElement>(`[data-step="${at}"] > summary`)?.focus({ preventScroll: true });
    onSay(what.say(view));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a changed route moves the focus and is read out
  }, [key]);

  const go = (href: string, what?: Changed): void => {
    changedRef.current = what;
    void navigate(href, { preventScrollReset: true });
  };
  const move = (from: number, to: number): void => {
    if (!canMove(text, from, to)) return;
    const name = steps[from]?.name ?? "";
    go(routeHref(moveStop(text, from, to)), {
      focus: to,
      say: (next) =>
        `${name} moved to stop ${to + 1} of ${next.steps.length}. ${peopleWords(next.answer?.people ?? 0)}.`,
    });
  };
  const remove = (at: number): void => {
    const name = steps[at]?.name ?? "";
    go(routeHref(removeStop(text, at)), {
      focus: at,
      say: (next) => `${name} removed. ${peopleWords(next.answer?.people ?? 0)}.`,
    });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const at = stepAt(event);
    if (event.key === "Escape") {
      const open = list.current?.querySelector("details[open]");
      open?.removeAttribute("open");
      open?.querySelector("summary")?.focus();
      if (popover) go(routeHref(text));
    }
    if (at === undefined) return;
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (event.altKey && step !== undefined) {
      event.preventDefault();
      move(at, at + step);
    } else if (event.key === "Delete") {
      event.preventDefault();
      remove(at);
    }
  };
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const link = closestOf(event, "a[href]");
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const { move: to, remove: gone, change, add } = link.dataset;
    const at = stepAt(event) ?? Number.NaN;
    if (to !== undefined) move(at, Number(to));
    else if (gone !== undefined) remove(at);
    else if (change !== undefined) onPick({ change: Number(change) });
    else if (add === "start" || add === "end") onPick({ at: add });
    else go(link.getAttribute("href") ?? "");
  };
  const onDragStart = (event: DragEvent<HTMLElement>): void => {
    dragged.current = stepAt(event);
  };
  const onDragOver = (event: DragEvent<HTMLElement>): void => {
    if (dragged.current !== undefined) event.preventDefault();
  };
  const onDrop = (event: DragEvent<HTMLElement>): void => {
    const from = dragged.current;
    dragged.current = undefined;
    const target = closestOf(event, "[data-place]");
    if (from === undefined || !target) return;
    event.preventDefault();
    move(from, Number(target.dataset["place"]));
  };
  return { ref: list, onClick, onKeyDown, onDragStart, onDragOver, onDrop };
}

/**
 * The route as a line, from left to right, or on a phone from top to bottom. Everything on it is a link, so it works
 * without script. With script, keys and dragging move its steps, and the picker opens in place.
 */
export function RouteLine(props: RouteLineProps) {
  const { view, popover, shape, isCounting } = props;
  const { text, steps } = view;
  const gestures = useRouteGestures(props);

  return (
    <ol className={shape.isAligned ? "rl rl--aligned" : "rl"} role="list" aria-label="Route" {...gestures}>
      {canAdd(text, "start") ? (
        <li className="rl__start">
          <a className="radd" href={routeHref(text, { add: "start" })} data-add="start">
            <Icon name="plus" size={18} />
            <span className="rl__ghost">Stop before</span>
          </a>
        </li>
      ) : null}
      {steps.map((step, at) => (
        <li
          key={`${at} ${step.stop}`}
          className={`rl__s${shape.elastic[at] === true ? " is-elastic" : ""}${step.ring === "school" ? " is-school" : ""}`}
          data-place={at}
        >
          <Step view={view} at={at} isCounting={isCounting} />
          <Between view={view} at={at} popover={popover} />
          {at === steps.length - 1 && canAdd(text, "end") ? (
            <a className="rl__end" href={routeHref(text, { add: "end" })} data-add="end">
              <span className="radd">
                <Icon name="plus" size={18} />
              </span>
              <span className="rl__addw">{`Add a stop after ${step.name}`}</span>
            </a>
          ) : null}
        </li>
      ))}
    </ol>
  );
}
