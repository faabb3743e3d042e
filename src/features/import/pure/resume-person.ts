import { fieldsOf, type Fields } from "#core/fields.ts";
import { keyOf } from "#core/text.ts";
import { linkedinHandle } from "#features/profile/rules.ts";
import { LIMITS, type OwnExtras, type Person } from "#features/import/rules.ts";
import { countryOf, countryOfCode } from "./country.ts";
import { list, textIn } from "./json.ts";
import { cleanCell } from "./read-csv.ts";
import { entryOf, pickText } from "./read-fields.ts";

/** Reads facts about the person from a résumé: only name, country and LinkedIn page. */

const clean = (value: unknown): string => cleanCell(textIn(value));

/** By code in any case, by a name in the code's field, or by the last part of the city, as we write it ourselves. */
function countryIn(location: unknown): Pick<Person, "countryCode" | "countryName"> {
  const { countryCode, city } = typeof location === "string" ? { countryCode: "", city: location } : fieldsOf(location);
  const written = clean(countryCode);
  const byCode = countryOfCode(written);
  if (byCode.countryCode !== "") return byCode;
  return countryOf(written === "" ? clean(city) : written);
}

/** The LinkedIn handle, by the network's name or the address; '' if there is none. */
function linkedinIn(basics: Fields): string {
  const profiles = [...list(basics["profiles"]), ...list(basics["social_networks"])];
  for (const one of profiles.slice(0, LIMITS.rows)) {
    const { network, username, url } = fieldsOf(one);
    const isIt = keyOf(clean(network)) === "linkedin";
    if (!isIt && !/^(?:https?:\/\/)?(?:[a-z]{2,3}\.)?linkedin\.com\/in\//i.test(clean(url))) continue;
    const handle = [isIt ? clean(username) : "", clean(url)]
      .map((text) => linkedinHandle(text) ?? "")
      .find((text) => text !== "");
    if (handle !== undefined) return handle;
  }
  return "";
}

/** Fields that hold the person's data. */
const HOLDERS = ["basics", "cv", "personal", "personalInfo", "personal_info", "profile", "contact", "header", "person"];

function basicsIn(value: unknown): Fields {
  const root = fieldsOf(value);
  for (const key of HOLDERS) {
    const basics = fieldsOf(root[key]);
    if (clean(basics["name"]) !== "" || linkedinIn(basics) !== "") return basics;
  }
  const inner = root["data"] ?? root["resume"];
  if (inner !== undefined && inner !== value && Object.keys(fieldsOf(inner)).length > 0) return basicsIn(inner);
  return root["work"] === undefined && root["experience"] === undefined ? {} : { name: root["name"] };
}

const FIRST = ["firstname", "givenname", "given"];
const LAST = ["surname", "lastname", "familyname", "family"];
/** The path to the person's name in Europass and HR-Open. References have names too, but elsewhere. */
const WAY = new Set(
  (
    "skillspassport learnerinfo identification personname candidate candidateperson person name basics personal " +
    "personalinfo profile contact header resume data"
  ).split(" "),
);

function namesIn(value: unknown, depth = 0): Pick<Person, "firstName" | "lastName"> | undefined {
  const entry = entryOf(value);
  const [firstName, lastName] = [pickText(entry, FIRST), pickText(entry, LAST)];
  if (firstName !== "" && lastName !== "") return { firstName, lastName };
  if (depth > 5) return undefined;
  for (const [key, one] of entry) {
    const found = WAY.has(key) ? namesIn(one, depth + 1) : undefined;
    if (found) return found;
  }
  return undefined;
}

export function personIn(value: unknown, own: OwnExtras | undefined): Person | undefined {
  const basics = basicsIn(value);
  const words = clean(basics["name"]).split(" ");
  const lastName = words.length > 1 ? (words.pop() ?? "") : "";
  const inOne = { firstName: words.join(" "), lastName };
  const name = own ?? (inOne.firstName === "" ? (namesIn(value) ?? inOne) : inOne);
  const linkedin = linkedinIn(basics);
  if (name.firstName === "" && name.lastName === "" && linkedin === "") return undefined;
  return {
    firstName: name.firstName,
    lastName: name.lastName,
    ...countryIn(basics["location"]),
    ...(linkedin === "" ? {} : { linkedin }),
  };
}
