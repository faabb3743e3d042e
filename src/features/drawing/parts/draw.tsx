import { createElement, type ComponentType, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { nameOfValue } from "#core/value-names.ts";
import type { Piece } from "#server/kept-markup.ts";
import type { PageContext } from "#server/page-context.ts";
import type { Drawn } from "./drawn-part.tsx";

export type Page = Pick<PageContext, "markup">;

/** Values that JSON keeps whole: two parts with the same JSON text look the same, so the text can be their key. */
type Plain = string | number | boolean | null | undefined | readonly Plain[] | { readonly [name: string]: Plain };

const numbers = new WeakMap<object, number>();
let count = 0;

/** Components have no names of their own: the build shortens them. */
function numberOf(component: object): number {
  const number = numbers.get(component) ?? (count += 1);
  numbers.set(component, number);
  return number;
}

/** A text that other properties do not have. A property with a name is not read. */
function keyOf(props: object): string {
  const values = Object.entries(props);
  if (values.every(([, value]) => nameOfValue(value) === undefined)) return JSON.stringify(props);
  return values.map(([key, value]) => `${key} ${nameOfValue(value) ?? JSON.stringify(value)}`).join("\n");
}

/**
 * For loaders: the markup of a component that shows nothing but its properties, has no behaviour and uses no context.
 * The same properties are drawn once.
 */
export function keptMarkup<Props extends { readonly [name in keyof Props]: Plain }>(
  { markup }: Page,
  component: ComponentType<Props>,
  props: Props,
): string {
  return markup.keep(`${numberOf(component)} ${keyOf(props)}`, () => {
    // Ids inside must differ from those of other parts, and be the same in every process. Numbers and names are not.
    const identifierPrefix = markup.digestOf(`${component.name} ${JSON.stringify(props)}`).slice(0, 8);
    return renderToStaticMarkup(createElement<Props>(component, props), { identifierPrefix });
  });
}

/** For loaders: markup drawn anew for each answer. It must not use `useId`: ids would repeat on the page. */
export function freshMarkup(element: ReactElement): string {
  return renderToStaticMarkup(element);
}

/**
 * For loaders: markup for a `DrawnPart`. A document holds it already, so the data of the document does not hold it
 * again: React Router writes only the properties that can be listed.
 */
export function drawn({ markup }: Page, ...pieces: readonly string[]): Drawn {
  return Object.defineProperty<Drawn>({}, "html", { value: pieces.join(""), enumerable: !markup.isDocument });
}

/** For loaders: `freshMarkup` that goes around React and the scripts' hashes like kept markup, though it is not kept. */
export function drawnFresh(page: Page, element: ReactElement): Drawn {
  return drawnPiece(
    page,
    page.markup.pieceOf(() => freshMarkup(element)),
  );
}

/** For loaders: draws a part as a piece, to be kept with what everybody sees. */
export function pieceOf({ markup }: Page, draw: (page: Page) => Drawn): Piece {
  return markup.pieceOf((inside) => draw({ markup: inside }).html ?? "");
}

/** For loaders: a kept piece, for a `DrawnPart`. */
export function drawnPiece(page: Page, piece: Piece): Drawn {
  return drawn(page, page.markup.put(piece));
}
