export type ImportHandle = {
  /** Clears messages about a draft that is gone. */
  forget: () => void;
};
