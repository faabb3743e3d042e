/** What an open review tells the import around it. */
export type ReviewHandle = {
  hasTicked: boolean;
  /** Takes what is ticked, as its button does. */
  take: () => void;
};

/** What the form around the import may ask of it. */
export type ImportHandle = {
  /** True while something that is ticked waits in an open review. */
  hasTicked: () => boolean;
  /** Puts what is ticked into the form; done once its school is looked up. */
  take: () => Promise<void>;
  /** Takes back what was said of a draft that is gone. */
  forget: () => void;
};
