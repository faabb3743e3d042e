import { z } from "zod";

export const pictureSchema = z
  .object({ pfp: z.string().describe("Address of the picture on this site") })
  .meta({ id: "Picture", description: "Where a picture is" });
