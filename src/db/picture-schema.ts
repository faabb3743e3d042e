import type { Generated } from "kysely";

/** The bytes are in the row, or in the store under the name in `stored_as`. */
type PictureTable = {
  id: Generated<number>;
  public_id: string;
  profile_id: number;
  bytes: Buffer | null;
  stored_as: Generated<string | null>;
};

/** Files of the store to delete next. A file that is being written waits until its row exists. */
type PictureToDeleteTable = { stored_as: string; waits_until: Date | null };

export type PictureTables = { picture: PictureTable; picture_to_delete: PictureToDeleteTable };
