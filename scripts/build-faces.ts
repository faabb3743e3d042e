/**
 * node scripts/build-faces.ts   Draws the faces of demo people into catalogue/faces; they are always the same.
 * The repository has WebP files, because the server reads no SVG.
 */
import { mkdir, writeFile } from "node:fs/promises";
import sharp from "sharp";

/** With this many, a list of twenty people rarely shows a face twice. */
const FACES = 60;
const QUALITY = 82;
const FOLDER = new URL("../catalogue/faces/", import.meta.url);

const SKINS = ["#f3d0b5", "#e5b48d", "#c98e63", "#a66a43", "#7c4a2d", "#55311f"] as const;
const HAIRS = ["#2b2320", "#4a3226", "#7a4f2a", "#b98a4a", "#8c8c8c", "#1c1f2b", "#a34a2c"] as const;
const CLOTHES = ["#3b6ea5", "#7a5aa6", "#3f8f6b", "#b5543f", "#50606e", "#c58b2c", "#8a3f62"] as const;
const GROUNDS = ["#dfe8ef", "#efe3d3", "#e2ecdd", "#ece0ea", "#e8e6da", "#d9e7e5", "#f0dede", "#dcdff0"] as const;

/** Hair styles, drawn over the head: an ellipse at (96, 88) of 38 by 46. */
const STYLES: readonly ((colour: string) => string)[] = [
  (colour) => `<path d="M57 86q-2-50 39-50t39 50q-10-26-39-26t-39 26z" fill="${colour}"/>`,
  (colour) => `<path d="M55 132q-8-98 41-98t41 98h-13q8-64-28-70-36 6-28 70z" fill="${colour}"/>`,
  (colour) => `<path d="M58 84q0-46 38-46 36 0 38 40-22-2-34-20-14 20-42 26z" fill="${colour}"/>`,
  (colour) =>
    [60, 74, 90, 106, 122, 132]
      .map((x, place) => `<circle cx="${x}" cy="${place % 2 ? 50 : 62}" r="17" fill="${colour}"/>`)
      .join(""),
  (colour) =>
    `<circle cx="96" cy="32" r="15" fill="${colour}"/><path d="M58 82q2-42 38-42t38 42q-14-22-38-22t-38 22z" fill="${colour}"/>`,
  (colour) => `<path d="M58 80q4-38 38-38t38 38q-12-16-38-16t-38 16z" fill="${colour}" opacity="0.55"/>`,
  (colour) =>
    `<path d="M54 112q-6-76 42-76t42 76q-10 4-14-2 4-34-10-46-26 8-46-2-8 16-4 48-4 6-10 2z" fill="${colour}"/>`,
];

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error("There is nothing to draw with.");
  return item;
}

/** The lengths of the lists have no common divisor, so the same combination returns late. */
function drawFace(index: number): string {
  const skin = at(SKINS, index * 5 + Math.floor(index / SKINS.length));
  const hair = at(HAIRS, index * 3 + Math.floor(index / HAIRS.length));
  const beard = index % 5 === 3 ? `<path d="M62 98q4 40 34 40t34-40q-8 16-34 16t-34-16z" fill="${hair}"/>` : "";
  const glasses =
    index % 4 === 1
      ? '<g fill="none" stroke="#333" stroke-width="3"><circle cx="81" cy="90" r="11"/><circle cx="111" cy="90" r="11"/><path d="M92 90h8"/></g>'
      : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" width="192" height="192">
    <rect width="192" height="192" fill="${at(GROUNDS, index)}"/>
    <path d="M30 192q6-52 66-52t66 52z" fill="${at(CLOTHES, index * 2 + Math.floor(index / CLOTHES.length))}"/>
    <path d="M82 120h28v28q-14 12-28 0z" fill="${skin}"/>
    <ellipse cx="96" cy="88" rx="38" ry="46" fill="${skin}"/>${beard}
    <circle cx="81" cy="90" r="4" fill="#222"/><circle cx="111" cy="90" r="4" fill="#222"/>
    <path d="M84 112q12 ${index % 3 === 0 ? 6 : 11} 24 0" fill="none" stroke="#5a2d22" stroke-width="3" stroke-linecap="round"/>
    ${at(STYLES, index)(hair)}${glasses}
  </svg>`;
}

await mkdir(FOLDER, { recursive: true });
for (let index = 0; index < FACES; index += 1) {
  const webp = await sharp(Buffer.from(drawFace(index)))
    .webp({ quality: QUALITY })
    .toBuffer();
  await writeFile(new URL(`${String(index).padStart(2, "0")}.webp`, FOLDER), webp);
}
