import { foldText } from "#core/text.ts";
import type { RoleKind } from "#core/role-kind.ts";
import { hasPhrase } from "#features/title/words.ts";

/**
 * Signs of a role's kind in other languages: an exact word, the beginning of an inflected word, a part of a text
 * without spaces, or several words in a row. They need no look at the neighbouring words.
 */
type Signs = { words?: string; starts?: string; pieces?: string; phrases?: readonly string[] };

/** They are checked in this order, like the English ones. */
const SIGNS: readonly (readonly [RoleKind, Signs])[] = [
  [
    "co-op",
    {
      words: "apprentie apprentis apprenties lernende lernender lærling lärling leerling aprendizaje oppisopimus",
      starts: "apprendist auszubildend apprentissage",
      phrases: ["duale student", "duale studentin", "dualen studium", "contrat de professionnalisation"],
    },
  ],
  [
    "intern",
    {
      words: "stajyeri stáž harjoittelu praxe",
      starts:
        "praktykant praktykantk praktyki stažist stážist stażyst stajyer стажёр стажер стажиров практикант gyakornok afstudeerstag",
      pieces: "harjoittelija インターン 实习 實習 인턴",
      phrases: ["stage curriculare", "stage extracurriculare", "odborna praxe"],
    },
  ],
  [
    "founder",
    {
      words:
        "fondatore fondatrice cofondatore cofondatrice oprichter oprichtster medeoprichter grundare medgrundare stifter medstifter " +
        "kurucu kurucusu inhaber inhaberin mitinhaber eigenaar majitel właściciel właścicielka grunnlegger perustaja alapító",
      starts: "założyciel współzałożyciel zakladatel spoluzakladatel основател соосновател владел",
      pieces: "创始人 創始人 创办人 創辦人 創業者 创业者 창업자 店主",
      phrases: ["founding partner", "socio fundador", "socia fundadora", "socio fondatore"],
    },
  ],
  [
    "research",
    {
      words:
        "bolsista forskningsassistent forskarstuderande stipendiat assegnista doutorando doutoranda väitöskirjatutkija",
      starts: "dottorand promovend doktorant аспирант",
      pieces: "博士研究 博士後 博士后 博士課程 博士生 研究助理 박사과정 박사후",
      phrases: ["doktora ogrencisi", "iniciacao cientifica", "pesquisador de doutorado", "научныи сотрудник"],
    },
  ],
  [
    "contract",
    {
      words: "zzp egenföretagare фрилансер фриланс indépendant indépendante independiente independente osvč yrittäjä",
      starts:
        "zeitarbeit honorarkraft honorardozent freiberuflich selbstständig selbständig zelfstandig frilans внештатн vertretungslehr",
      pieces: "フリーランス フリーライター 自由职业 自由職業 自由撰稿 自由译者 自由譯者 自由摄影 프리랜서",
      phrases: [
        "cuenta propia",
        "conta propria",
        "serbest calisan",
        "serbest yazilim",
        "serbest gelistirici",
        "wolny strzelec",
        "na volne noze",
      ],
    },
  ],
  [
    "part-time",
    {
      words:
        "deltid deeltijd aushilfe halbtags studentassistent studentmedewerker studentmedarbejder подработка bijbaan",
      starts: "minijob aushilf teilzeit deltids brigádni studentmedhjælp studentermedhjælp",
      pieces: "アルバイト パートタイム 兼职 兼職 아르바이트",
      phrases: [
        "tiempo parcial",
        "tempo parcial",
        "peer tutor",
        "tutor fur",
        "course assistant",
        "resident assistant",
        "yari zamanli",
        "pol etatu",
        "niepelny etat",
        "castecny uvazek",
        "неполныи рабочии",
      ],
    },
  ],
  [
    "other",
    {
      words:
        "bénévole bénévolat voluntario voluntaria volontario volontaria vrijwilliger vrijwilligster wolontariusz wolontariuszka " +
        "dobrovolník gönüllü волонтёр волонтер önkéntes elternzeit zivildienst wehrdienst grundwehrdienst bundesfreiwilligendienst",
      starts: "ehrenamtlich zivildienst",
      pieces: "ボランティア 志愿者 志願者 义工 義工 자원봉사",
      phrases: [
        "freiwilliges soziales jahr",
        "freiwilliges okologisches jahr",
        "conge parental",
        "conge sabbatique",
        "servicio militar",
        "servizio civile",
      ],
    },
  ],
];

const wordsIn = (text: string | undefined): string[] => (text === undefined ? [] : text.split(" ").map(foldText));

const READY = SIGNS.map(([kind, { words, starts, pieces, phrases = [] }]) => ({
  kind,
  words: new Set(wordsIn(words)),
  starts: wordsIn(starts),
  pieces: wordsIn(pieces),
  phrases,
}));

/** The kind that a title's folded words name; undefined if they name none. */
export function kindInOtherLanguage(words: readonly string[]): RoleKind | undefined {
  return READY.find(
    (signs) =>
      words.some(
        (word) =>
          signs.words.has(word) ||
          signs.starts.some((start) => word.startsWith(start)) ||
          signs.pieces.some((piece) => word.includes(piece)),
      ) || signs.phrases.some((phrase) => hasPhrase(words, phrase)),
  )?.kind;
}
