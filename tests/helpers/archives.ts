import { strToU8, Zip, ZipDeflate, zipSync } from "fflate";

/** Exports of a professional network as they come, and as they should not. */

export const POSITION_HEADER = "Company Name,Title,Description,Location,Started On,Finished On";
export const EDUCATION_HEADER = "School Name,Start Date,End Date,Notes,Degree Name,Activities";
export const PROFILE_HEADER =
  "First Name,Last Name,Maiden Name,Address,Birth Date,Headline,Summary,Industry,Zip Code,Geo Location,Twitter Handles,Websites,Instant Messengers";

/** Words in parts of the archive that must not be read. */
export const CANARIES = [
  "canary-address",
  "canary-birth",
  "canary-message",
  "canary-contact",
  "canary-mail",
  "canary-maiden",
  "canary-zip-code",
  "canary-headline",
  "canary-city",
];

export const FILES: Readonly<Record<string, string>> = {
  "Positions.csv": [
    POSITION_HEADER,
    'Northwind Robotics,Senior Engineer,"Arms, hands\nand ""feet""",Berlin,Mar 2022,',
    "Northwind Robotics,Engineer,,Berlin,Jan 2020,Feb 2022",
    "Quarry Lane GmbH,Software Engineering Intern,,Zürich,2019,2019",
    "",
  ].join("\n"),
  "Education.csv": [EDUCATION_HEADER, "Harbour College,2015,2019,Thesis on bridges,BSc,Rowing", ""].join("\n"),
  "Profile.csv": [
    PROFILE_HEADER,
    'Nova,Quill,canary-maiden,canary-address,"canary-birth 1, 1990",canary-headline,,,canary-zip-code,"canary-city, Berlin, Germany",,,',
    "",
  ].join("\n"),
  "Connections.csv": [
    "Notes:",
    '"When exporting your connection data, you may notice that some of the email addresses are missing."',
    "",
    "First Name,Last Name,URL,Email Address,Company,Position,Connected On",
    "canary-contact,canary-contact,,canary-mail@example.com,Elsewhere,Engineer,01 Jan 2020",
    "",
  ].join("\n"),
  "messages.csv": "CONVERSATION ID,FROM,TO,CONTENT\n1,canary-contact,Nova,canary-message\n",
  "Email Addresses.csv": "Email Address,Confirmed\ncanary-mail@example.com,Yes\n",
};

export type Content = string | Uint8Array;

const bytesOf = (content: Content): Uint8Array => (typeof content === "string" ? strToU8(content) : content);

export function zipOf(files: Readonly<Record<string, Content>>, level: 0 | 6 = 6): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, content]) => [name, bytesOf(content)])), {
    level,
    mtime: "2026-01-01T00:00:00",
  });
}

/** A ZIP as servers write it while streaming: sizes come after the content and in the directory only. */
export function streamedZip(files: Readonly<Record<string, Content>>): Uint8Array {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for (const [name, content] of Object.entries(files)) {
    const file = new ZipDeflate(name);
    zip.add(file);
    file.push(bytesOf(content), true);
  }
  zip.end();
  return new Uint8Array(Buffer.concat(chunks));
}

/** The directory's entries of an archive, by place. */
function listedAt(zip: Uint8Array): number[] {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const places: number[] = [];
  for (let at = 0; at + 4 <= zip.length; at += 1) if (view.getUint32(at, true) === 0x02_01_4b_50) places.push(at);
  return places;
}

/** The archive with one field of each listed file set, two or four bytes wide. */
export function patched(zip: Uint8Array, offset: number, bytes: 2 | 4, value: number): Uint8Array {
  const copy = zip.slice();
  const view = new DataView(copy.buffer);
  for (const at of listedAt(copy)) {
    if (bytes === 2) view.setUint16(at + offset, value, true);
    else view.setUint32(at + offset, value, true);
  }
  return copy;
}

/** The archive with its directory's end in the large form, as programs write it above four gigabytes. */
export function largeForm(zip: Uint8Array): Uint8Array {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = zip.length - 22;
  const [count, size, start] = [
    view.getUint16(end + 10, true),
    view.getUint32(end + 12, true),
    view.getUint32(end + 16, true),
  ];
  const tail = new Uint8Array(56 + 20 + 22);
  const out = new DataView(tail.buffer);
  out.setUint32(0, 0x06_06_4b_50, true);
  out.setBigUint64(4, 44n, true);
  out.setBigUint64(24, BigInt(count), true);
  out.setBigUint64(32, BigInt(count), true);
  out.setBigUint64(40, BigInt(size), true);
  out.setBigUint64(48, BigInt(start), true);
  out.setUint32(56, 0x07_06_4b_50, true);
  out.setBigUint64(64, BigInt(end), true);
  out.setUint32(72, 1, true);
  out.setUint32(76, 0x06_05_4b_50, true);
  out.setUint16(84, 0xff_ff, true);
  out.setUint16(86, 0xff_ff, true);
  out.setUint32(88, 0xff_ff_ff_ff, true);
  out.setUint32(92, 0xff_ff_ff_ff, true);
  return new Uint8Array(Buffer.concat([zip.subarray(0, end), tail]));
}

export function utf16(text: string, isBig = false): Uint8Array {
  const bytes = Buffer.from(`\uFEFF${text}`, "utf16le");
  return new Uint8Array(isBig ? bytes.swap16() : bytes);
}

/** A numbers source of its own, the same on every run. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
