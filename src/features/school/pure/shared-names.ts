/**
 * Names of many schools, listed or not. If the catalogue has only one school with such a name, the text may still mean
 * another. If most people mean one of them, catalogue/known-schools.txt gives that school the name.
 */

const SAINTS = new Set(
  (
    "marys mary johns john josephs joseph thomas francis xaviers xavier peters peter pauls paul james andrews georges george " +
    "marks lukes michaels michael patricks augustine augustines annes ann anns stephens teresas catherines clare clares " +
    "aloysius anthonys benedict benedicts bernards edwards vincent vincents ignatius martins philips columbas albans"
  ).split(" "),
);
const SHARED = new Set(
  (
    "american college,bethel university,bethel college,carroll college,catholic university,catholic college,central college," +
    "central university,christ college,christ church college,emmanuel college,franklin college,grace college,grace university," +
    "government college,institute of engineering,institute of technology,institute of management,business school," +
    "international university,manchester college,mount st marys university,polytechnic university,technical university," +
    "presidency college,presidency university,queens college,kings college,sacred heart college,sacred heart university," +
    "southwestern college,northwestern college,wheaton college,wilmington college,universidad nacional,universite paris," +
    "ecole normale superieure,union college,union university,lincoln university,lincoln college,loyola university," +
    "loyola college,victoria college,victoria university,city college,city university,columbia college,concordia college," +
    "concordia university,trinity college,trinity university,westminster college,westminster university,augustana college," +
    "holy cross college,notre dame college,notre dame university,immaculata college,calvary university,methodist college," +
    "wesleyan college,washington college,hamilton university,madison college,national university,metropolitan university," +
    "open university,islamic university,islamia college,srm university,punjab university,indian institute of information technology"
  ).split(","),
);

/** @param key as schoolNameKey makes it */
export function isSharedName(key: string): boolean {
  if (SHARED.has(key)) return true;
  const [first, saint = "", ...rest] = key.split(" ");
  return first === "st" && SAINTS.has(saint) && rest.length === 1;
}
