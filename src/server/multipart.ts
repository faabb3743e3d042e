import type { Context } from "hono";
import { AppError } from "#core/errors.ts";
import type { AppEnv } from "./context.ts";
import { readBytes } from "./request-guard.ts";
import { uploadAt } from "./uploads.ts";

/** The most fields of a form. Nothing is searched after them. */
const MAX_PARTS = 8;
/** The largest header of a part, in bytes. */
const MAX_HEAD = 2_048;
/** Bytes for boundaries and headers around the file itself. */
const AROUND_BYTES = 16_384;

/** The characters of a boundary: RFC 2046, 5.1.1. */
const BOUNDARY = /^[0-9A-Za-z'()+_,\-./:=? ]{1,70}$/;

/**
 * Reads the boundary from a form's content type; undefined for other types. A boundary cannot contain a character that
 * separates parameters.
 */
function boundaryOf(contentType: string): string | undefined {
  const [type = "", ...parameters] = contentType.split(";").map((part) => part.trim());
  if (type.toLowerCase() !== "multipart/form-data") return undefined;
  const value = parameters.find((one) => one.toLowerCase().startsWith("boundary="))?.slice("boundary=".length) ?? "";
  const boundary = value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  return BOUNDARY.test(boundary) ? boundary : undefined;
}

/**
 * Reads the whole body of a form with one file, up to a limit. Call it only after checking that the caller may upload.
 * @throws AppError not-multipart, body-too-large, or bad-request if the field is missing
 */
export async function readUpload(c: Context<AppEnv>): Promise<Buffer> {
  const upload = uploadAt(c.req.method, c.req.path);
  if (!upload) throw new Error(`${c.req.method} ${c.req.path} takes no file: see uploads.ts.`);
  const { field, maxBytes } = upload;
  const boundary = boundaryOf(c.req.header("content-type") ?? "");
  if (boundary === undefined) throw new AppError("not-multipart");
  const most = maxBytes + AROUND_BYTES;
  if (Number(c.req.header("content-length") ?? "0") > most) throw new AppError("body-too-large");
  const { buffer, byteOffset, byteLength } = await readBytes(c.req.raw, most);
  const file = fieldOf(Buffer.from(buffer, byteOffset, byteLength), boundary, field);
  if (!file) throw new AppError("bad-request", { message: `Send the file in the form's field ${field}.` });
  if (file.length > maxBytes) throw new AppError("body-too-large");
  return file;
}

/**
 * Finds one field of a form (RFC 7578) by its boundaries alone. A general parser needs half a second for five megabytes
 * of tiny parts.
 * @returns undefined if the form is broken or lacks the field
 */
export function fieldOf(body: Buffer, boundary: string, field: string): Buffer | undefined {
  const edge = Buffer.from(`\r\n--${boundary}`, "latin1");
  // The first boundary is at the very start, without a line break before it.
  if (!body.subarray(0, edge.length - 2).equals(edge.subarray(2))) return undefined;
  let at = edge.length - 2;
  for (let part = 0; part < MAX_PARTS; part += 1) {
    if (body.toString("latin1", at, at + 2) !== "\r\n") return undefined;
    const head = body.subarray(at, at + MAX_HEAD);
    const headEnd = head.indexOf("\r\n\r\n");
    const end = headEnd === -1 ? -1 : body.indexOf(edge, at + headEnd + 2);
    if (end === -1) return undefined;
    if (nameOf(head.toString("latin1", 2, headEnd)) === field) return body.subarray(at + headEnd + 4, end);
    at = end + edge.length;
  }
  return undefined;
}

function nameOf(head: string): string | undefined {
  const line = head.split("\r\n").find((one) => /^content-disposition:\s*form-data\s*;/i.test(one));
  return /;\s*name="([^"]*)"/i.exec(line ?? "")?.[1];
}
