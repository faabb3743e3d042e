export type ReviewHandle = {
  hasTicked: boolean;
  take: () => void;
};

export type ImportHandle = {
  /** True while an open review has ticked rows. */
  hasTicked: () => boolean;
  /** Applies the ticked rows to the form; resolves once the school is looked up. */
  take: () => Promise<void>;
  /** Clears messages about a draft that is gone. */
  forget: () => void;
};
