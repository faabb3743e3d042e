import { readdir, readFile } from "node:fs/promises";

const FOLDER = new URL("../../../catalogue/faces/", import.meta.url);

/** Drawn faces of nobody, as pictures are stored: demo people share them. */
export async function readFaces(): Promise<Buffer[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith(".webp")).toSorted();
  return Promise.all(files.map((file) => readFile(new URL(file, FOLDER))));
}
