import { createContext } from "react";

/** The answer's CSP nonce. Provided by the server's entry only, so that it never travels in hydration data. */
export const NonceContext = createContext<string | undefined>(undefined);
