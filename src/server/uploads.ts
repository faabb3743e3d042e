import { MAX_PICTURE_BYTES } from "./picture.ts";

/** A call that takes a file in a form. */
type Upload = {
  method: string;
  path: RegExp;
  /** The form's field for the file. */
  field: string;
  maxBytes: number;
};

/** Every call that takes a file, with its largest size. The bodies of these calls may take longer to arrive. */
const UPLOADS: readonly Upload[] = [
  { method: "PATCH", path: /^\/api\/pfp\/[^/]+$/, field: "pfp", maxBytes: MAX_PICTURE_BYTES },
  { method: "POST", path: /^\/api\/company\/logo\/[^/]+$/, field: "logo", maxBytes: MAX_PICTURE_BYTES },
];

/** A file must arrive within this many milliseconds. */
export const UPLOAD_TIME_MS = 60_000;

/** @param path the request's path without its query */
export function uploadAt(method: string, path: string): Upload | undefined {
  return UPLOADS.find((upload) => upload.method === method && upload.path.test(path));
}
