import { describe, expect, it } from "vitest";
import { strToU8 } from "fflate";
import { readPdf } from "#features/import/pure/document/read-pdf.ts";
import { problemText, type ReadResult } from "#features/import/rules.ts";
import { patched, utf16, zipOf, type Content } from "#tests/helpers/archives.ts";
import { PdfCanvas } from "#tests/helpers/documents/pdf-canvas.ts";
import { docxOf, odtOf } from "#tests/helpers/documents/resume-docs.ts";
import { readFiles } from "./read-files.ts";

async function read(name: string, content: Content): Promise<ReadResult> {
  const bytes = typeof content === "string" ? strToU8(content) : content;
  return readFiles([new File([Buffer.from(bytes)], name)], () => undefined, new Map(), readPdf);
}

const latin = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const OFFICE = "\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1\0\0";

/** An old office file with a name in its directory. */
function office(name: string): Uint8Array {
  const names = utf16(name).slice(2);
  return new Uint8Array(Buffer.concat([latin(OFFICE), names]));
}

async function scan(more: ConstructorParameters<typeof PdfCanvas>[2] = {}): Promise<Uint8Array> {
  const canvas = new PdfCanvas(595, 842, more);
  canvas.fill(50, 50, 400, 600, "#888888");
  return canvas.bytes();
}

const JOB = "Engineer | Quarry Lane GmbH | Jan 2019 – Mar 2021";

describe("each format that cannot be read", () => {
  it.each<[string, Content | (() => Promise<Uint8Array>), string]>([
    ["cv.doc", office("WordDocument"), "a Word document in its old form. Save it as DOCX or PDF"],
    ["cv", latin(OFFICE), "a Word document in its old form"],
    ["locked.docx", office("EncryptedPackage"), "protected by a password. Save it without one"],
    ["mail.msg", office("__properties_version1.0"), "an e-mail. Save the file that is attached"],
    ["jobs.xls", office("Workbook"), "a spreadsheet, which we cannot read. Save it as CSV"],
    ["talk.ppt", office("PowerPoint Document"), "a presentation, which we cannot read. Save it as PDF"],
    ["jobs.xlsx", zipOf({ "xl/workbook.xml": "a" }), "a spreadsheet"],
    ["jobs.ods", odtOf("", "application/vnd.oasis.opendocument.spreadsheet"), "a spreadsheet"],
    ["talk.pptx", zipOf({ "ppt/presentation.xml": "a" }), "a presentation"],
    ["talk.odp", odtOf("", "application/vnd.oasis.opendocument.presentation"), "a presentation"],
    [
      "cv.pages",
      zipOf({ "Index/Document.iwa": "a", "preview.jpg": "a" }),
      "Apple Pages document, which we cannot read. Export it",
    ],
    ["old.pages", zipOf({ "index.xml": "a" }), "Apple Pages"],
    [
      "jobs.numbers",
      zipOf({ "Index/Document.iwa": "a" }),
      "Apple Numbers table, which we cannot read. Export it as CSV",
    ],
    ["book.epub", zipOf({ mimetype: "application/epub+zip", "META-INF/container.xml": "a" }), "a book (EPUB)"],
    ["cv.rtf", "{\\rtf1 a}", "a rich text document (RTF), which we cannot read. Save it as DOCX or PDF"],
    ["cv.png", latin("\u0089PNG\r\n\u001A\n\0"), "a picture, and we do not read what is written in one"],
    ["cv.jpg", latin("\u00FF\u00D8\u00FF\u00E0\0"), "a picture"],
    ["cv.heic", latin("\0\0\0\u0018ftypheic\0"), "a picture"],
    ["cv.webp", latin("RIFFabcdWEBP\0"), "a picture"],
    ["cv.gif", latin("GIF89a\0"), "a picture"],
    ["cv.tiff", latin("II*\0\0"), "a picture"],
    ["film.mp4", latin("\0\0\0\u0018ftypisom\0"), "a recording, which contains no text"],
    ["export.html", "<!DOCTYPE html><p>", "a web page, not the file itself. Download the file again, or copy"],
    ["cv.gdoc", '{"url":"https://docs.example.test/a"}', "only a link to a document on the web. Open it there"],
    ["cv.url", "[InternetShortcut]\nURL=https://example.test", "only a link"],
    ["mail.eml", "Return-Path: <nova@example.test>\nSubject: CV", "an e-mail"],
    ["nova.vcf", "BEGIN:VCARD\nVERSION:3.0\nEND:VCARD", "a contact card, which contains no jobs"],
    ["cv.tex", "\\documentclass{article}", "the source of a LaTeX document. Choose the PDF that it makes"],
    ["cv.rar", latin("Rar!\u001A\u0007\0"), "an archive of a kind that we do not open (RAR). Unpack it"],
    ["cv.7z", latin("7z\u00BC\u00AF\u0027\u001C\0"), "do not open (7z)"],
    ["cv.tar.gz", latin("\u001F\u008B\u0008\0"), "do not open (gzip)"],
    ["what.bin", latin("ab\0cd"), "We do not know this kind of file. Choose a ZIP, PDF, DOCX"],
    ["cv.docx", "Hello\nworld", "not of the kind that its name says, so it may be damaged"],
    ["cv.odt", latin("ab\0cd"), "not of the kind that its name says"],
    ["cv.pdf", "half of a download", "not of the kind that its name says"],
    ["notes.csv", "Hello\nworld", "This is none of Positions.csv"],
    ["empty.pdf", "", "The file is empty."],
    ["cut.zip", "PK\u0003\u0004", "incomplete or damaged"],
    [
      "locked.zip",
      patched(zipOf({ "Positions.csv": "a" }), 8, 2, 1),
      "The file is encrypted. Unpack it with its password",
    ],
    ["scan.pdf", async () => scan(), "This PDF contains pictures of text and no text, like a scan"],
    [
      "locked.pdf",
      async () => scan({ userPassword: "a", pdfVersion: "1.7" }),
      "protected by a password. Open it, print it",
    ],
    ["cut.pdf", "%PDF-1.7\n", "a PDF that we cannot open: it is incomplete or damaged"],
    ["empty.docx", docxOf(""), "There is no text in it."],
    ["long.docx", docxOf("<w:p/>".repeat(700_000)), "The document holds more text than we read."],
    [
      "odd.docx",
      zipOf({ "word/document.xml": '<!DOCTYPE a [<!ENTITY b "c">]><w:document/>' }),
      "written in a way that we do not open",
    ],
    ["cv.docx", zipOf({ "word/document.xml": "<w:document><w:body>" }), "There is no text in it."],
  ])("%s says what it is and what to do instead", async (name, given, why) => {
    const content = typeof given === "function" ? await given() : given;
    const { positions, education, problems } = await read(name, content);
    expect([positions, education]).toEqual([[], []]);
    expect(problems).toHaveLength(1);
    expect(problems.map(problemText).join()).toContain(why);
  });
});

describe("each format that can be read", () => {
  const p = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

  it.each<[string, Content | (() => Promise<Uint8Array>)]>([
    ["cv.docx", docxOf(p("Work Experience") + p(JOB))],
    ["cv", docxOf(p("Work Experience") + p(JOB))],
    ["cv.odt", odtOf(`<text:h>Work Experience</text:h><text:p>${JOB}</text:p>`)],
    ["cv.txt", `Work Experience\n${JOB}`],
    ["cv.md", `Work Experience\n\n${JOB}\n`],
    [
      "table.txt",
      "Company Name,Title,Description,Location,Started On,Finished On\nQuarry Lane GmbH,Engineer,,,Jan 2019,Mar 2021\n",
    ],
    [
      "cv.pdf",
      async () => {
        const canvas = new PdfCanvas(595, 842);
        canvas.put("Work Experience", { x: 50, y: 80, size: 14 });
        canvas.put(JOB, { x: 50, y: 110, size: 10 });
        return canvas.bytes();
      },
    ],
    [
      "resume.json",
      JSON.stringify({
        work: [{ name: "Quarry Lane GmbH", position: "Engineer", startDate: "2019-01", endDate: "2021-03" }],
      }),
    ],
  ])("%s gives its job", async (name, given) => {
    const content = typeof given === "function" ? await given() : given;
    const { positions } = await read(name, content);
    expect(positions).toMatchObject([
      { company: "Quarry Lane GmbH", title: "Engineer", start: { date: "2019-01-01" }, end: { date: "2021-03-01" } },
    ]);
    expect(positions[0]?.doubt).toBeUndefined();
  });

  it("does not take a deleted text, and takes a box once", async () => {
    const box = `<w:p><mc:AlternateContent><mc:Choice><w:txbxContent>${p("Work Experience")}${p(JOB)}</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>${p(JOB)}</w:txbxContent></mc:Fallback></mc:AlternateContent></w:p>`;
    const gone = "<w:p><w:del><w:r><w:delText>Nurse | Tarn Ltd | 2015 – 2016</w:delText></w:r></w:del></w:p>";
    const { positions } = await read("cv.docx", docxOf(box + gone));
    expect(positions.map(({ company }) => company)).toEqual(["Quarry Lane GmbH"]);
  });
});
