import { createContext } from "react-router";
import type { Paths } from "#features/path/pure/calls.ts";

/** The path engine, for the loaders of pages; undefined where none runs. */
export const pathContext = createContext<Paths | undefined>();
