import type { Person } from "./schema.ts";

export const VISIBILITY_WORDS: Readonly<Record<Person["visibility"], string>> = {
  public: "Public",
  anonymous: "Anonymous",
  private: "Private",
};

/** Names a person in a question: the name, or the start of the id. */
export function callOf(person: Pick<Person, "_id" | "name" | "visibility">): string {
  const name = person.visibility === "public" ? person.name.trim() : "";
  return name === "" ? `${VISIBILITY_WORDS[person.visibility]} ${person._id.slice(0, 8)}` : name;
}
