import { createContext } from "react-router";
import type { Database } from "#db/connect.ts";
import type { Access, Admin, Viewer } from "./context.ts";
import type { CardsOfList, ShownToAll } from "./page-cache.ts";
import type { PageMarkup } from "./kept-markup.ts";

export type Theme = "light" | "dark" | "system";

/** The result of a form that was sent without our script. The page shows it again. It contains no passwords. */
export type FormResult = { error: string; values: Readonly<Record<string, string>> };

/** What a page's loader may use. */
export type PageContext = {
  db: Database;
  /** A separate pool for searches by a typed text. */
  lookups: Database;
  now: Date;
  /** The calendar day in UTC, `YYYY-MM-DD`. */
  today: string;
  /** Random numbers. Visitors get the same ones within a minute, so that one cached page serves all of them. */
  random: () => number;
  /** The installation's key, for orders that nobody can predict. Never part of an answer. */
  secret: Buffer;
  viewer: Viewer | undefined;
  /** SHA-256 of the request's token. It marks the current session in the list of sessions. Never part of an answer. */
  tokenHash: Buffer | undefined;
  /** Pages for administrators answer 404 to everybody else. */
  admin: Admin | undefined;
  access: Access;
  theme: Theme;
  /** The renderer puts this nonce on its own scripts. It is replaced by hashes before the page is sent. */
  nonce: string;
  baseUrl: string;
  /** The name of the network that people can sign in with; undefined if it is switched off. */
  networkName: string | undefined;
  minRaters: number;
  hasDemo: boolean;
  /**
   * Call this if the answer shows only what everybody may see. It then has an ETag, and is kept for other visitors until
   * one of the tags is purged. Without tags it is not kept.
   */
  share: (tags: readonly string[]) => void;
  /**
   * Reads what the page shows to everybody. For people who are signed in it is kept until one of its tags is purged,
   * as whole answers are for visitors. It must not depend on who asks.
   * @param key names what is read and all that it depends on; a day's figures also the day
   */
  readForAll: <Shown extends ShownToAll | undefined>(key: string, read: () => Promise<Shown>) => Promise<Shown>;
  /**
   * The cards of a list that were drawn within the last minute, so that only the other people are read again.
   * @param key names the list and all that its cards depend on beside the people, such as the day
   */
  cardsOf: (key: string) => CardsOfList;
  /** Keeps parts that look the same wherever the same is shown. */
  markup: PageMarkup;
  form: FormResult | undefined;
  /** The OpenAPI document, for the page that shows it. */
  openApi: () => unknown;
  /** Hands over the finished page as one text. Otherwise it would be streamed, decoded and joined again. */
  deliver: (html: string) => void;
  /** Logs an error that happened while the page was made. */
  report: (error: unknown) => void;
};

export const pageContext = createContext<PageContext>();
