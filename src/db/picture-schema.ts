import type { Generated } from "kysely";

/** In the row, or in the store under a name of its own. */
type PictureTable = {
  id: Generated<number>;
  public_id: string;
  profile_id: number;
  bytes: Buffer | null;
  stored_as: Generated<string | null>;
};

/** Files of the store that go next; one that is being written waits for its row. */
type PictureToDeleteTable = { stored_as: string; waits_until: Date | null };

export type PictureTables = { picture: PictureTable; picture_to_delete: PictureToDeleteTable };
