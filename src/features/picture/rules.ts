import { isPublicId } from "#core/ids.ts";

const FILE = /^([0-9a-f]{24})\.webp$/;

/** Where a picture is served; '' for somebody without one. */
export function pictureAddress(publicId: string | null): string {
  return publicId === null ? "" : `/pictures/${publicId}.webp`;
}

/** The id in the last part of a picture's address, or undefined for what is none. */
export function pictureIdOf(file: string): string | undefined {
  const id = FILE.exec(file)?.[1];
  return id !== undefined && isPublicId(id) ? id : undefined;
}
