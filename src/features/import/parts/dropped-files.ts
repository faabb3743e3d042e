import { isSystemCopy, isReadableName } from "#features/import/pure/file-names.ts";
import { LIMITS } from "#features/import/rules.ts";

/**
 * Reads dropped files. Browsers unpack a downloaded ZIP to a folder, so many people drop a folder. Only files with
 * useful names are opened.
 */

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

/** Call it while the event is handled: afterwards the entries are gone. */
export function entriesOf(data: DataTransfer | null): FileSystemEntry[] {
  return [...(data?.items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? []);
}

/** The entries of a folder. The browser returns them in parts, the last one empty. Undefined if it cannot be opened. */
async function listed(folder: FileSystemDirectoryEntry, most: number): Promise<FileSystemEntry[] | undefined> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  while (entries.length <= most) {
    const part = await new Promise<FileSystemEntry[] | undefined>((resolve) => {
      reader.readEntries(resolve, () => resolve(undefined));
    });
    if (!part) return undefined;
    if (part.length === 0) break;
    entries.push(...part);
  }
  return entries;
}

type Walk = { files: FileSystemFileEntry[]; isCut: boolean; isLocked: boolean };

/** All files, outer folders first. */
async function walk(entries: readonly FileSystemEntry[]): Promise<Walk> {
  const files: FileSystemFileEntry[] = [];
  let level = [...entries];
  let seen = 0;
  let isLocked = false;
  for (let depth = 0; depth <= LIMITS.folderDepth && level.length > 0; depth += 1) {
    const next: FileSystemEntry[] = [];
    for (const entry of level) {
      seen += 1;
      if (seen > LIMITS.folderEntries) return { files, isCut: true, isLocked };
      if (isFile(entry)) files.push(entry);
      if (!isFolder(entry)) continue;
      const inside = await listed(entry, LIMITS.folderEntries - seen);
      next.push(...(inside ?? []));
      isLocked ||= !inside;
    }
    level = next;
  }
  return { files, isCut: level.length > 0, isLocked };
}

function openFile(entry: FileSystemFileEntry): Promise<File | undefined> {
  return new Promise((resolve) => {
    entry.file(resolve, () => resolve(undefined));
  });
}

/** The files to read, and a sentence if some or all files of a folder are missing. */
export async function filesIn(entries: readonly FileSystemEntry[]): Promise<{ files: File[]; note: string }> {
  const { files, isCut, isLocked } = await walk(entries);
  const visible = files.filter(({ fullPath }) => !isSystemCopy(fullPath));
  // A file dropped beside a folder is read whatever its name is.
  const meant = visible.filter((entry) => entries.includes(entry) || isReadableName(entry.name));
  const chosen = meant.length > 0 ? meant : visible.filter(({ name }) => /\.(?:csv|json|pdf|docx|odt)$/i.test(name));
  const opened = await Promise.all(chosen.slice(0, LIMITS.files + 1).map(openFile));
  const found = opened.filter((file) => file !== undefined);
  const folder = entries.find(isFolder)?.name ?? "";
  if (chosen.length === 0 && isLocked) {
    return { files: [], note: `The folder “${folder}” could not be opened. Choose the files in it instead.` };
  }
  if (chosen.length === 0) {
    const what = isCut ? `in the part of the large folder “${folder}” that we looked at` : `in the folder “${folder}”`;
    return { files: [], note: `There is nothing to import ${what}. Drop the ZIP file or the CSV files themselves.` };
  }
  const notes = [
    ...(isCut ? [`The folder “${folder}” is large, so we did not look at all of it.`] : []),
    ...(found.length < opened.length || isLocked
      ? [`Some files in “${folder}” could not be opened. Choose them again.`]
      : []),
  ];
  return { files: found, note: notes.join(" ") };
}
