import { foldText, capital } from "#core/text.ts";
import { FAMILIES, LEVELS, type Family, type Level } from "#features/title/schema.ts";
import { TITLES, type Title } from "#features/title/titles.ts";

/**
 * The usual title of each level and family. If a family contains many trades, its plain title must fit all of them,
 * because it replaces anonymous people's own titles: a surgeon must not become a nurse.
 */
const FAMILY_WORDS: Readonly<Record<Family, { plain: string; field: string }>> = {
  software: { plain: "Software Engineer", field: "Engineering" },
  "machine-learning": { plain: "Machine Learning Engineer", field: "Machine Learning" },
  data: { plain: "Data Scientist", field: "Data Science" },
  it: { plain: "IT Specialist", field: "IT" },
  security: { plain: "Security Engineer", field: "Security" },
  hardware: { plain: "Hardware Engineer", field: "Hardware Engineering" },
  engineering: { plain: "Project Engineer", field: "Project Engineering" },
  research: { plain: "Researcher", field: "Research" },
  product: { plain: "Product Manager", field: "Product" },
  design: { plain: "Designer", field: "Design" },
  finance: { plain: "Finance Specialist", field: "Finance" },
  consulting: { plain: "Consultant", field: "Consulting" },
  operations: { plain: "Operations Specialist", field: "Operations" },
  sales: { plain: "Sales Specialist", field: "Sales" },
  marketing: { plain: "Marketing Specialist", field: "Marketing" },
  support: { plain: "Support Specialist", field: "Support" },
  people: { plain: "HR Specialist", field: "HR" },
  legal: { plain: "Legal Specialist", field: "Legal" },
  education: { plain: "Educator", field: "Education" },
  health: { plain: "Healthcare Professional", field: "Healthcare" },
  media: { plain: "Media Specialist", field: "Media" },
  service: { plain: "Service Specialist", field: "Service" },
  general: { plain: "Specialist", field: "General" },
};

/** Names for which the general pattern would be unusual. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  "distinguished-software": "Distinguished Engineer",
  "fellow-software": "Technical Fellow",
  "manager-product": "Group Product Manager",
  "staff-education": "Associate Professor",
  "principal-education": "Professor",
  "lead-general": "Team Leader",
  "fellow-research": "Distinguished Research Fellow",
  "fellow-general": "Senior Fellow",
  "intern-general": "Intern",
  "manager-general": "Manager",
  "director-general": "Director",
  "vp-general": "Vice President",
  "executive-software": "Chief Technology Officer",
  "executive-machine-learning": "Chief AI Officer",
  "executive-data": "Chief Data Officer",
  "executive-it": "Chief Information Officer",
  "executive-security": "Chief Information Security Officer",
  "executive-hardware": "Chief Hardware Officer",
  "executive-engineering": "Chief Engineering Officer",
  "executive-research": "Chief Scientist",
  "executive-finance": "Chief Financial Officer",
  "executive-operations": "Chief Operating Officer",
  "executive-sales": "Chief Revenue Officer",
  "executive-support": "Chief Customer Officer",
  "executive-people": "Chief People Officer",
  "executive-legal": "General Counsel",
  "executive-education": "Chief Academic Officer",
  "executive-health": "Chief Medical Officer",
  "executive-media": "Chief Content Officer",
  "executive-general": "Chief Executive Officer",
};

const LISTED: ReadonlySet<string> = new Set(TITLES.map(({ name }) => name));

function usualName(level: Level, family: Family): string {
  const own = OWN_NAMES[`${level}-${family}`];
  if (own !== undefined) return own;
  const { plain, field } = FAMILY_WORDS[family];
  switch (level) {
    case "mid":
      return plain;
    case "intern":
      return LISTED.has(`${plain} Intern`) ? `${plain} Intern` : `${field} Intern`;
    case "fellow":
    case "manager":
      return `${field} ${capital(level)}`;
    case "director":
      return `Director of ${field}`;
    case "vp":
      return `VP of ${field}`;
    case "executive":
      return `Chief ${field} Officer`;
    default:
      return `${capital(level)} ${plain}`;
  }
}

type Named = Title & { readonly slug: string };

/** Every title there is, as /api/title lists them: family by family, up the levels. */
export const ALL_TITLES: readonly Named[] = FAMILIES.flatMap((family) =>
  LEVELS.map((level) => ({ slug: `${level}-${family}`, name: usualName(level, family), level, family })),
);

export const BY_SLUG: ReadonlyMap<string, Named> = new Map(ALL_TITLES.map((title) => [title.slug, title]));

/** The catalogue by folded spelling: the titles we suggest, and the usual name of every level and family. */
export const BY_SPELLING: ReadonlyMap<string, Title> = new Map(
  [...ALL_TITLES, ...TITLES].map((title) => [foldText(title.name), title]),
);
