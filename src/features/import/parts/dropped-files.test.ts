import { describe, expect, it } from "vitest";
import { LIMITS } from "#features/import/rules.ts";
import { filesIn } from "./dropped-files.ts";

/** A folder as browsers return it: its entries come in parts, and the last part is empty. */
type Tree = { [name: string]: Tree | string };

const opened: string[] = [];

class Entry {
  readonly isFile: boolean;
  readonly isDirectory: boolean;
  // Nothing here asks for it.
  readonly filesystem = {} as FileSystem;
  readonly name: string;
  readonly fullPath: string;
  readonly #content: Tree | string;

  constructor(path: string, name: string, content: Tree | string) {
    this.name = name;
    this.fullPath = `${path}/${name}`;
    this.#content = content;
    this.isFile = typeof content === "string";
    this.isDirectory = !this.isFile;
  }

  getParent(): void {
    throw new Error("nobody asks");
  }

  file(resolve: (file: File) => void, fail: (error: DOMException) => void): void {
    opened.push(this.name);
    if (this.#content === "locked") fail(new DOMException("locked"));
    else resolve(new File([String(this.#content)], this.name));
  }

  createReader(): FileSystemDirectoryReader {
    const { fullPath } = this;
    const left = Object.entries(this.#content).map(([name, content]) => new Entry(fullPath, name, content));
    return {
      readEntries: (resolve, fail) => {
        if (this.name === "locked") return fail?.(new DOMException("locked"));
        // A hundred at once is what one browser gives.
        queueMicrotask(() => resolve(left.splice(0, 100)));
      },
    };
  }
}

async function drop(tree: Tree): Promise<{ names: string[]; note: string }> {
  opened.length = 0;
  const { files, note } = await filesIn(Object.entries(tree).map(([name, content]) => new Entry("", name, content)));
  return { names: files.map(({ name }) => name), note };
}

const many = (count: number, ending: string): Tree =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}${ending}`, "x"]));

describe("a folder that is dropped", () => {
  it("gives its files of use, however deep, and opens no others", async () => {
    const { names, note } = await drop({
      Complete_LinkedInDataExport: {
        ...many(250, ".mp4"),
        "messages.csv": "x",
        "Connections.csv": "x",
        "Positions.csv": "x",
        Jobs: { "Job Applications.csv": "x" },
        More: { Deep: { "Education.csv": "x", "resume.json": "{}", "basic.zip": "x" } },
        __MACOSX: { "._Positions.csv": "x", "Positions.csv": "x" },
      },
    });
    expect(names).toEqual(["Positions.csv", "Education.csv", "resume.json", "basic.zip"]);
    expect(opened).toEqual(names);
    expect(note).toBe("");
  });

  it("with files beside it gives those whatever their names are", async () => {
    expect((await drop({ "jobs.csv": "x", Export: { "Profile.csv": "x", "list.csv": "x" } })).names).toEqual([
      "jobs.csv",
      "Profile.csv",
    ]);
  });

  it("in which no name is known gives its tables, and one without any a sentence", async () => {
    expect((await drop({ Export: { "jobs.csv": "x", "photo.jpg": "x" } })).names).toEqual(["jobs.csv"]);
    expect(await drop({ Photos: many(3, ".jpg") })).toEqual({
      names: [],
      note: "There is nothing to import in the folder “Photos”. Drop the ZIP file or the CSV files themselves.",
    });
    expect((await drop({ Nothing: {} })).note).toContain("“Nothing”");
  });

  it("has limits in number and depth, and says so", async () => {
    const large = await drop({ Disk: { "Positions.csv": "x", ...many(LIMITS.folderEntries + 500, ".txt") } });
    expect(large.names).toEqual(["Positions.csv"]);
    expect(large.note).toBe("The folder “Disk” is large, so we did not look at all of it.");
    let deep: Tree = { "Positions.csv": "x" };
    for (let depth = 0; depth < LIMITS.folderDepth + 2; depth += 1) deep = { inner: deep };
    expect((await drop(deep)).names).toEqual([]);
  });

  it("that does not open says so", async () => {
    expect(await drop({ locked: { "Positions.csv": "x" } })).toEqual({
      names: [],
      note: "The folder “locked” could not be opened. Choose the files in it instead.",
    });
    expect(await drop({ Export: { locked: {}, "Positions.csv": "x" } })).toEqual({
      names: ["Positions.csv"],
      note: "Some files in “Export” could not be opened. Choose them again.",
    });
  });

  it("of which a file does not open gives the others, and says so", async () => {
    expect(await drop({ Export: { "Positions.csv": "locked", "Education.csv": "x" } })).toEqual({
      names: ["Education.csv"],
      note: "Some files in “Export” could not be opened. Choose them again.",
    });
  });
});
