import { createContext } from "react-router";
import type { Paths } from "./thread/messages.ts";

/** The path engine, for the loaders of pages; undefined where none runs. */
export const pathContext = createContext<Paths | undefined>();
