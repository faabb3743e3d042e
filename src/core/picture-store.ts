/** Names of files in a store: 128 random bits. */
export const STORE_KEY = /^[0-9a-f]{32}$/;

/** A place for pictures outside the database. Every call can be repeated safely. */
export type PictureStore = {
  /** For operators; without keys. */
  place: string;
  /** Whole and lasting once it returns, or not there. */
  put: (key: string, bytes: Buffer) => Promise<void>;
  /** undefined: it is not there. */
  get: (key: string) => Promise<Buffer | undefined>;
  /** A file that is not there is gone already. */
  remove: (key: string) => Promise<void>;
  /** Every file's key, in pieces and in no order. */
  keys: () => AsyncIterable<readonly string[]>;
  /**
   * Can the store be used?
   * @returns a problem of the settings, or undefined
   * @throws Error if the store cannot be reached now
   */
  check: () => Promise<string | undefined>;
};
