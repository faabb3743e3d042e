import { isPublicId } from "#core/ids.ts";

const FILE = /^([0-9a-f]{24})\.webp$/;

/** The address of a picture; '' for a person without one. */
export function pictureAddress(publicId: string | null): string {
  return publicId === null ? "" : `/pictures/${publicId}.webp`;
}

/** The id in the last part of a picture's address; undefined for other addresses. */
export function pictureIdOf(file: string): string | undefined {
  const id = FILE.exec(file)?.[1];
  return id !== undefined && isPublicId(id) ? id : undefined;
}
