import { listZip, ZipError } from "./read-zip.ts";

/** Recognises files that cannot be read. The message names the type and what to choose instead. */

const SHEET = "This is a spreadsheet, which we cannot read. Save it as CSV, and choose that file.";
const SLIDES = "This is a presentation, which we cannot read. Save it as PDF, and choose that file.";
const OLD_WORD = "This is a Word document in its old form. Save it as DOCX or PDF, and choose that file.";
const RICH = "This is a rich text document (RTF), which we cannot read. Save it as DOCX or PDF, and choose that file.";
const PAGES = "This is an Apple Pages document, which we cannot read. Export it as PDF or Word, and choose that file.";
const NUMBERS = "This is an Apple Numbers table, which we cannot read. Export it as CSV, and choose that file.";
const PICTURE =
  "This is a picture, and we do not read what is written in one. Choose the document it was made from, or paste its text.";
const LOCKED = "This document is protected by a password. Save it without one, and choose that file.";
const WEB_PAGE =
  "This is a web page, not the file itself. Download the file again, or copy the page’s text and paste it here.";
const LINK =
  "This is only a link to a document on the web. Open it there, download it as PDF or DOCX, and choose that file.";
const MAIL = "This is an e-mail. Save the file that is attached to it, and choose that one.";
const BOOK = "This is a book (EPUB), which we cannot read. Choose a PDF, DOCX or ODT file.";
const CARD = "This is a contact card, which contains no jobs. Choose a PDF, DOCX, ODT, JSON or CSV file.";
const LATEX = "This is the source of a LaTeX document. Choose the PDF that it makes.";
const MOVING = "This is a recording, which contains no text. Choose a PDF, DOCX, ODT, JSON or CSV file.";
const DAMAGED =
  "This file is not of the kind that its name says, so it may be damaged. Save or download it again, or paste its text.";
const UNKNOWN_FILE = "We do not know this kind of file. Choose a ZIP, PDF, DOCX, ODT, JSON or CSV file.";

const packed = (what: string): string =>
  `This is an archive of a kind that we do not open (${what}). Unpack it, and choose the files in it.`;

/** The first bytes of files, read as Windows-1252, with a dot for undefined characters. */
const BEGINNINGS: readonly (readonly [beginning: RegExp, why: string])[] = [
  [/^‰PNG|^ÿØÿ|^GIF8|^RIFF[^]{4}WEBP|^II\*·|^MM·\*|^BM[^]{4}·{4}/u, PICTURE],
  [/^[^]{4}ftyp(?:heic|heix|hevc|mif1|msf1|avif)/u, PICTURE],
  [/^<svg[\s>]|^<\?xml[^>]{0,120}>\s{0,9}<svg[\s>]/iu, PICTURE],
  [/^[^]{4}ftyp|^ID3|^OggS|^RIFF[^]{4}(?:AVI |WAVE)|^·Eß£/u, MOVING],
  [/^\{\\rtf/u, RICH],
  [/^Rar!/u, packed("RAR")],
  [/^7z¼¯/u, packed("7z")],
  [/^·‹/u, packed("gzip")],
  [/^ý7zXZ|^BZh/u, packed("xz or bzip2")],
  [/^BEGIN:VCARD/iu, CARD],
  [/^\\documentclass|^%[^\n]{0,200}\n\\documentclass/u, LATEX],
  [/^(?:ï»¿)?<(?:!doctype html|html)/iu, WEB_PAGE],
  [/^bplist00[^]{0,400}WebMainResource/u, WEB_PAGE],
  [/^(?:From: |MIME-Version: |Date: |Subject: )[^]{0,480}multipart\/related/iu, WEB_PAGE],
  [/^(?:Return-Path: |Received: |Delivered-To: |From: |MIME-Version: |X-[\w-]{1,40}: )/u, MAIL],
];
const DOCUMENTS = /\.(?:docx|odt|pdf|zip)$/iu;
const LINKS = /\.(?:gdoc|gsheet|gslides|url|webloc|desktop)$/iu;
/** Bytes that are looked at. */
const HEAD = 1_024;

function isOldOffice(bytes: Uint8Array): boolean {
  return [0xd0, 0xcf, 0x11, 0xe0].every((byte, at) => bytes[at] === byte);
}

/** Old forms of office programs are one kind of file; its directory has names in UTF-16. */
function oldOffice(name: string, bytes: Uint8Array): string {
  const text = new TextDecoder("utf-16le").decode(bytes.subarray(0, Math.min(bytes.length, 2_000_000) & ~1));
  if (text.includes("EncryptedPackage")) return LOCKED;
  if (/\.msg$/i.test(name) || text.includes("__properties_version1.0")) return MAIL;
  if (/\.xl\w*$/i.test(name) || text.includes("Workbook")) return SHEET;
  return /\.p(?:pt|ps|ot)\w*$/i.test(name) || text.includes("PowerPoint Document") ? SLIDES : OLD_WORD;
}

/** A sentence for a file of another program; undefined if it may be read. */
export function unsupportedFile(name: string, bytes: Uint8Array): string | undefined {
  if (LINKS.test(name)) return LINK;
  if (isOldOffice(bytes)) return oldOffice(name, bytes);
  const text = new TextDecoder("windows-1252").decode(bytes.subarray(0, HEAD)).trimStart();
  const head = text.replace(/(?!\s)\p{Cc}/gu, "·");
  return BEGINNINGS.find(([beginning]) => beginning.test(head))?.[1];
}

/** The same for an archive: newer documents are ZIP files. */
export function unsupportedZip(file: string, bytes: Uint8Array): string | undefined {
  try {
    const names = listZip(bytes).map(({ name }) => name);
    const has = (beginning: string): boolean => names.some((name) => name.startsWith(beginning));
    if (has("xl/") || /\.(?:ods|ots)$/i.test(file)) return SHEET;
    if (has("ppt/") || /\.(?:odp|otp)$/i.test(file)) return SLIDES;
    if (has("META-INF/container.xml")) return BOOK;
    const isApple = names.some((name) => /(?:^|\/)Index(?:\.zip|\/|\.xml$)|(?:^|\/)index\.xml$|\.iwa$/u.test(name));
    if (isApple) return /\.numbers$/i.test(file) ? NUMBERS : /\.key$/i.test(file) ? SLIDES : PAGES;
    if (names.includes("content.xml")) return SHEET;
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
  }
  return undefined;
}

/** A sentence for a file that nothing could be read of. `otherwise` is for names that promise no document. */
export function unreadableFile(name: string, otherwise = UNKNOWN_FILE): string {
  return DOCUMENTS.test(name) ? DAMAGED : otherwise;
}
