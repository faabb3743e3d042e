import { fixedShare } from "./random.ts";

/** Invented names of companies and schools, so that no real firm has one. Each number gives another. */

// oxfmt-ignore
const STARTS = [
  "Ablen", "Arbel", "Aster", "Bracken", "Brindle", "Calder", "Carrow", "Cinder", "Corvel", "Dapple", "Dovren", "Drover", "Ember", "Esker", "Fallow", "Farrow", "Fennel", "Gannet",
  "Garrel", "Gimbal", "Glimmer", "Hallow", "Harrow", "Heddle", "Hobble", "Isker", "Jasmel", "Juniper", "Kelder", "Kestrel", "Kindle", "Lantern", "Larkel", "Limber", "Linnet",
  "Mallow", "Marrow", "Merrel", "Mottle", "Nettle", "Nimbel", "Ochrel", "Orrin", "Pebble", "Pellow", "Pommel", "Quarrel", "Quillen", "Rampel", "Riddle", "Russet", "Saddle", "Sallow",
  "Sorrel", "Spindle", "Tansel", "Tarrow", "Thimble", "Tindel", "Umbrel", "Vellum", "Vesper", "Wattle", "Whittle", "Willow", "Yarrow", "Zephel",
] as const;
// oxfmt-ignore
const ENDS = [
  "bank", "beck", "bolt", "bough", "brook", "cairn", "cliff", "crest", "dene", "dock", "fell", "fen", "finch", "ford", "forge", "garth", "glen", "grove", "haven", "heath", "holm", "hook",
  "knot", "latch", "loom", "marsh", "mast", "mill", "moor", "nook", "pike", "pond", "quay", "reed", "ridge", "rook", "sail", "shoal", "spire", "stone", "strand", "thorn", "vale", "wharf", "wick", "wren",
] as const;
const ROOTS = STARTS.length * ENDS.length;
/** Has no common divisor with the number of roots. So the steps reach all roots, and neighbours are far apart. */
const STEP = 1_453;

const BY_INDUSTRY: Readonly<Record<string, readonly string[]>> = {
  software: ["Software", "Systems", "Labs", "Works", "Logic"],
  internet: ["Online", "Network", "Media", "Connect", "Market"],
  cloud: ["Cloud", "Hosting", "Systems", "Platforms", "Compute"],
  ai: ["Intelligence", "Robotics", "Labs", "Minds", "Research"],
  fintech: ["Pay", "Ledger", "Finance", "Markets", "Credit"],
  finance: ["Capital", "Bank", "Partners", "Insurance", "Securities"],
  consulting: ["Consulting", "Advisory", "Partners", "Group", "Associates"],
  semiconductors: ["Semiconductor", "Devices", "Silicon", "Circuits", "Microsystems"],
  hardware: ["Devices", "Electronics", "Instruments", "Hardware", "Sensors"],
  automotive: ["Motors", "Mobility", "Vehicles", "Drives", "Automotive"],
  aerospace: ["Aerospace", "Aviation", "Space", "Flight", "Orbit"],
  industrial: ["Industries", "Machines", "Engineering", "Tools", "Manufacturing"],
  energy: ["Energy", "Power", "Solar", "Grid", "Renewables"],
  health: ["Health", "Biotech", "Medical", "Care", "Therapeutics"],
  retail: ["Stores", "Goods", "Retail", "Trading", "Supply"],
};
const TYPED = ["Studio", "& Daughters", "Collective", "Workshop", "Freelance"] as const;
const SCHOOLS = ["College", "Institute of Technology", "Polytechnic", "Coding School", "Academy"] as const;

const INDUSTRIES = Object.keys(BY_INDUSTRY);

/** The name with this number that ends with one of the words. */
function numberedName(number: number, words: readonly string[]): string {
  const at = (number * STEP) % ROOTS;
  const root = `${STARTS[Math.floor(at / ENDS.length)] ?? ""}${ENDS[at % ENDS.length] ?? ""}`;
  const round = Math.floor(number / ROOTS);
  const name = `${root} ${words[round % words.length] ?? ""}`;
  const again = Math.floor(round / words.length);
  return again === 0 ? name : `${name} ${again + 1}`;
}

/**
 * The industry depends only on the first word, so that two companies with the same first word get different last words.
 */
export function inventCompanyName(number: number): { name: string; industry: string } {
  const industry = INDUSTRIES[Math.floor(fixedShare(number % ROOTS, 1) * INDUSTRIES.length)] ?? "software";
  return { name: numberedName(number, BY_INDUSTRY[industry] ?? TYPED), industry };
}

/** A small company outside the catalogue, as somebody typed it. */
export function inventTypedCompanyName(number: number): string {
  return numberedName(number, TYPED);
}

/** A school outside the catalogue, as somebody typed it. */
export function inventSchoolName(number: number): string {
  return numberedName(number, SCHOOLS);
}
