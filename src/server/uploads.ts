import { MAX_PICTURE_BYTES } from "./picture.ts";

/** A call that takes a file in a form. */
export type Upload = {
  method: string;
  path: RegExp;
  /** The form's field that holds the file. */
  field: string;
  maxBytes: number;
};

/** Every call that takes a file: how large it may be, and which bodies may take as long as a phone needs. */
const UPLOADS: readonly Upload[] = [
  { method: "PATCH", path: /^\/api\/pfp\/[^/]+$/, field: "pfp", maxBytes: MAX_PICTURE_BYTES },
  { method: "POST", path: /^\/api\/company\/logo\/[^/]+$/, field: "logo", maxBytes: MAX_PICTURE_BYTES },
];

/** Milliseconds in which a file must be here. */
export const UPLOAD_TIME = 60_000;

/** @param path of the request, without its query */
export function uploadAt(method: string, path: string): Upload | undefined {
  return UPLOADS.find((upload) => upload.method === method && upload.path.test(path));
}
