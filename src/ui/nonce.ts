import { createContext } from "react";

/** Marks our own scripts while a page is rendered. Only the server sets it, so it is never sent. */
export const NonceContext = createContext<string | undefined>(undefined);
