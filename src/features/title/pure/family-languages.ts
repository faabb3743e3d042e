import type { Family } from "#features/title/schema.ts";

/** Parts of folded words in other languages, which run words together or bend their ends. The first list that fits wins. */
// oxfmt-ignore
export const FOREIGN_PARTS: readonly (readonly [Family, readonly string[]])[] = [
  ["people", ["personalreferent", "personalleiter", "rekryter", "reclutador", "人事", "인사"]],
  ["legal", ["rechtsanwalt", "rechtsanwaltin", "jurist", "avocat", "abogad", "advogad", "avvocat", "advocaat", "юрист"]],
  ["education", [
    "lehrer", "dozent", "enseignant", "professeur", "profesor", "professore", "docente", "leraar", "docent", "ogretmen",
    "учитель", "преподаватель", "教師", "老师",
  ]],
  ["health", ["krankenpfleg", "arztin", "infirmier", "medecin", "enfermer", "medico", "medica", "verpleeg", "sjukskotersk", "lekarz", "врач"]],
  ["marketing", ["vermarkt", "communicatie", "kommunikation", "マーケティング", "市场", "маркетинг"]],
  ["sales", ["vertrieb", "verkauf", "vendeu", "commercial", "ventas", "vendas", "vendit", "verkoop", "accountmanager", "saljare", "sprzedaz", "satis", "営業", "销售", "영업", "продаж"]],
  ["finance", ["buchhalt", "steuer", "wirtschaftspruf", "comptab", "contador", "contabil", "contab", "boekhoud", "ekonom", "ksiegow", "ucetni", "muhasebe", "бухгалтер", "会計", "财务"]],
  ["consulting", ["berater", "beratung", "consultor", "consulent", "adviseur", "konsult", "danisman", "radgiver", "консультант", "コンサルタント", "顾问"]],
  ["data", ["datos", "dados", "donnees", "dati", "daten", "数据", "データ", "데이터", "данных"]],
  ["hardware", ["elektro", "electronique", "electronica", "embarque", "elettronic"]],
  ["engineering", ["maschinenbau", "mecanique", "mecanic", "meccanic", "bauingenieur", "maskin", "verfahrenstechnik", "entwicklungsingenieur"]],
  ["software", [
    "softwareentwickl", "entwickl", "developp", "desarrollad", "desenvolv", "sviluppat", "ontwikkel", "utveckl", "udvikl", "utvikl",
    "programmier", "programmeur", "programador", "programmator", "programist", "programator", "informatik", "informatica", "informatique", "logiciel",
    "vyvojar", "kehittaj", "fejleszto", "yazilim", "gelistirici", "разработ", "программист", "ソフトウェア", "エンジニア", "软件", "开发", "算法", "工程师", "소프트웨어", "엔지니어", "개발",
    "mjukvaru", "oprogramowania",
  ]],
  ["product", ["projektleit", "produktmanager", "projectleider", "chef de projet", "projet", "proyecto", "projeto", "producto", "produit", "produto", "projektu", "プロダクト", "产品", "проект"]],
  ["research", ["wissenschaft", "chercheur", "chercheuse", "investigador", "pesquisador", "ricerc", "forsk", "doktorand", "doctorant", "dottorand", "doctorand", "promovend", "doktorant", "研究", "аспирант"]],
  ["design", ["graphist", "disenador", "gestalter", "disegnator", "designad", "дизайнер", "デザイナー", "设计"]],
  ["operations", ["sachbearbeit", "assistenz", "administrati", "einkauf", "logisti", "assistante", "secretaire"]],
  ["software", ["ingenieur", "ingenier", "engenheir", "ingegner", "inzynier", "muhendis", "инженер", "ingenjor", "ingenior"]],
];
