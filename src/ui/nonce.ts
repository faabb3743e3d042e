import { createContext } from "react";

/** The mark of our own scripts while a page is rendered. Only the server provides it, so that it never travels. */
export const NonceContext = createContext<string | undefined>(undefined);
