import { createElement, type ReactElement } from "react";
import type { MarkupElement } from "./markup.ts";

/** The same elements in React, without a component of ours. */
export function elementOf({ name, attributes, children, raw }: MarkupElement): ReactElement {
  if (raw !== undefined) return createElement(name, { ...attributes, dangerouslySetInnerHTML: { __html: raw } });
  return createElement(
    name,
    attributes,
    ...children.map((child) => (typeof child === "string" ? child : elementOf(child))),
  );
}
