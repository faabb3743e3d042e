/** Names that people say, which no rule below makes. */
const SAID: Readonly<Record<string, string>> = {
  "massachusetts institute of technology": "MIT",
  "california institute of technology": "Caltech",
};

const SMALL_WORDS = /^(?:of|the|and|for|de|du|des|der|die|das|di|do|da|in|at|y|et|und|för|och)$/i;

function initials(name: string): string {
  return name
    .split(/[\s-]+/)
    .filter((word) => word !== "" && !SMALL_WORDS.test(word))
    .map((word) => word.slice(0, 1).toUpperCase())
    .join("");
}

/** A school's short name, if the whole name does not fit: "IIT Delhi", "RWTH Aachen", "Waterloo". */
export function shortSchool(name: string, most: number): string {
  const said = SAID[name.toLowerCase()];
  if (said !== undefined) return said;
  const [before = "", after = ""] = name.split(/, | [-–] /);
  if (after !== "") return /universit/i.test(after) ? initials(before) : `${initials(before)} ${after}`;
  const bare = name
    .replace(/^(?:the )?university of /i, "")
    .replace(/^Technische (?:Universität|Universiteit) /, "TU ");
  if (bare.length <= most) return bare;
  const tech = name.replace(/ Institute of Technology$/i, " Tech");
  if (tech !== name && tech.length <= most) return tech;
  const words = bare.split(" ");
  const place = words.at(-1) ?? "";
  return words.length > 3 ? `${initials(words.slice(0, -1).join(" "))} ${place}` : bare;
}
