import { createContext } from "react-router";
import type { Database } from "#db/connect.ts";
import type { Access, Admin, Viewer } from "./context.ts";

export type Theme = "light" | "dark" | "system";

/** What came of a form that a browser sent without our script: the page shows it again. Passwords are left out. */
export type FormResult = { error: string; values: Readonly<Record<string, string>> };

/** What a page's loader may use. */
export type PageContext = {
  db: Database;
  /** Connections of their own for searches by a typed text. */
  lookups: Database;
  now: Date;
  /** The calendar day in UTC, `YYYY-MM-DD`. */
  today: string;
  /** Chance; for visitors the same within a minute, so that what is drawn can be kept for all of them. */
  random: () => number;
  /** The installation's key, for orders that nobody may foresee; never part of an answer. */
  secret: Buffer;
  viewer: Viewer | undefined;
  /** SHA-256 of the token that asks, by which somebody's list of sessions marks this one; never part of an answer. */
  tokenHash: Buffer | undefined;
  /** A page for administrators alone is the not-found page to everybody else. */
  admin: Admin | undefined;
  access: Access;
  theme: Theme;
  /** What the renderer marks its own scripts with; hashed and taken out before the page is sent. */
  nonce: string;
  baseUrl: string;
  /** The network people may sign in through, as they know it; undefined where that is switched off. */
  networkName: string | undefined;
  minRaters: number;
  hasDemo: boolean;
  /**
   * Says that this answer shows only what everybody may see, and whose: it may
   * be kept and given to other visitors until one of the tags is purged.
   */
  share: (tags: readonly string[]) => void;
  form: FormResult | undefined;
  /** The OpenAPI document, for the page that shows it. */
  openApi: () => unknown;
  /** Takes the finished document as one text, so that it is not streamed, decoded and joined again. */
  deliver: (html: string) => void;
  /** Tells the log of a failure while making the page. */
  report: (error: unknown) => void;
};

export const pageContext = createContext<PageContext>();
