import { seeded } from "#tests/helpers/archives.ts";

/** Invented people and their jobs, the same on every run. */

export type Month = readonly [year: number, month: number];
export type MadeJob = {
  company: string;
  title: string;
  place: string;
  /** Undefined for a job that nobody dated. */
  start: Month | undefined;
  end: Month | "now" | undefined;
  texts: string[];
};
type MadeSchool = { school: string; degree: string; start: number; end: number };
export type MadePerson = {
  first: string;
  last: string;
  headline: string;
  place: string;
  jobs: MadeJob[];
  schools: MadeSchool[];
};

export type Dice = {
  below: (limit: number) => number;
  of: <One>(list: readonly One[]) => One;
  chance: (share: number) => boolean;
};

export function diceOf(seed: number): Dice {
  const next = seeded(seed * 7_919 + 13);
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    of: (list) => {
      const found = list[below(list.length)];
      if (found === undefined) throw new Error("an empty list");
      return found;
    },
    chance: (share) => next() < share,
  };
}

export type Tongue = {
  code: string;
  first: readonly string[];
  last: readonly string[];
  companies: readonly string[];
  titles: readonly string[];
  places: readonly string[];
  texts: readonly string[];
  schools: readonly string[];
  degrees: readonly string[];
};

const ENGLISH: Tongue = {
  code: "en",
  first: ["Nova", "Mira", "Theo", "Anselm", "Ida Rose"],
  last: ["Quill", "Marlowe-Finch", "Testperson", "Oakes", "Vantongeren"],
  companies: [
    "Northwind Robotics",
    "Quarry Lane, Inc.",
    "Harbour & Sons",
    "Meridian",
    "The Kettle Works",
    "Plover Bank",
    "Saltmarsh University",
    "Department of Anaesthesiology, School of Medicine, Harbour University Hospital of the Northern Counties",
    "Tarn",
    "Otter.io",
    "Vale Consulting Group",
    "Self-employed",
    "St. Brannoc Hospital",
    "Fernbrook County Council",
    "3Peaks Outdoor Ltd",
  ],
  titles: [
    "Software Engineer",
    "Senior Product Manager",
    "Accounts Payable",
    "Registered Nurse",
    "Head of People & Culture",
    "Barista",
    "Research Associate/Collaborator",
    "Founder and CEO",
    "Summer Intern",
    "Warehouse Operative",
    "Sales",
    "Teaching Assistant",
    "Vice President, Regulatory Affairs and Quality Assurance for Medical Devices",
    "Freelance Illustrator",
    "QA Lead",
  ],
  places: [
    "London, England, United Kingdom",
    "Austin, Texas, United States",
    "Greater Boston",
    "Dublin, Ireland",
    "",
    "",
  ],
  texts: [
    "Led a team of nine people that moved 14 services between 2015 and 2019 without a lost order.",
    "• Cut the time to answer a customer by 40%, from 5 days to 3.",
    "• Wrote the handbook that new colleagues still read",
    "Responsible for the yearly audit, the budget and the relations with three regulators.",
    "• Organised the 2018 conference for 400 guests",
    "Clients include:",
    "Java, Python, PostgreSQL",
  ],
  schools: ["Harbour College", "University of Westmark", "Saltmarsh School of Art", "Fernbrook Community College"],
  degrees: ["Bachelor of Science - BS, Computer Science", "Master of Arts (MA), History", "Diploma", "A-levels"],
};

const tongue = (code: string, more: Partial<Tongue>): Tongue => ({ ...ENGLISH, ...more, code });

export const TONGUES: readonly Tongue[] = [
  ENGLISH,
  tongue("de", {
    first: ["Jörg", "Änne", "Lutz"],
    last: ["Müßig", "Übersee", "Krautwald"],
    companies: [
      "Nordlicht Maschinenbau GmbH",
      "Kesselwerk AG & Co. KG",
      "Stadtwerke Musterau",
      "Zürich Söhne",
      "Klinikum Musterau",
      "Freiberuflich",
    ],
    titles: [
      "Softwareentwickler",
      "Teamleiterin Einkauf",
      "Werkstudent",
      "Sachbearbeiterin Buchhaltung",
      "Vertrieb Innendienst",
      "Geschäftsführer",
    ],
    places: ["Berlin, Deutschland", "Großraum München", "Wien, Österreich", ""],
    texts: [
      "Aufbau der Abteilung und Führung von 12 Mitarbeitern.",
      "• Einführung von SAP im Jahr 2017",
      "Betreuung der Kunden in Österreich und der Schweiz",
    ],
    schools: ["Technische Universität Musterau", "Hochschule Nordheim"],
    degrees: ["Diplom-Ingenieur, Maschinenbau", "Bachelor of Arts, Betriebswirtschaft"],
  }),
  tongue("fr", {
    first: ["Hélène", "Jérôme"],
    last: ["Dubois-Test", "Lefèvre"],
    companies: ["Ateliers du Chêne SARL", "Banque de l'Exemple", "Cabinet Lenoir", "Groupe Tempête"],
    titles: ["Ingénieure logiciel", "Chargé de mission", "Responsable des achats", "Stagiaire", "Chef de projet"],
    places: ["Paris, Île-de-France, France", "Lyon, France", ""],
    texts: ["Pilotage d’une équipe de 6 personnes pendant deux ans.", "• Refonte du site en 2016"],
    schools: ["Université de l’Exemple", "École des Arts appliqués"],
    degrees: ["Master, Droit", "Licence, Mathématiques"],
  }),
  tongue("es", {
    first: ["Íñigo", "Lucía"],
    last: ["Ejemplo Núñez", "Prueba"],
    companies: ["Molinos del Sur S.A.", "Banco Ejemplo", "Hospital San Prueba", "Talleres Peña"],
    titles: ["Ingeniera de software", "Analista de datos", "Becario", "Jefe de ventas", "Atención al cliente"],
    places: ["Madrid, Comunidad de Madrid, España", "Lima, Perú", ""],
    texts: ["Coordinación de un equipo de ocho personas.", "• Mejora del proceso de compras en un 20 %"],
    schools: ["Universidad de Ejemplo", "Instituto Técnico del Sur"],
    degrees: ["Licenciatura, Economía", "Grado, Ingeniería"],
  }),
  tongue("pt", {
    first: ["João", "Conceição"],
    last: ["Exemplo", "Magalhães"],
    companies: ["Padaria Exemplo Ltda", "Banco do Exemplo", "Construções Vale"],
    titles: ["Engenheiro de software", "Estagiária", "Gerente de projetos", "Coordenadora de marketing"],
    places: ["São Paulo, Brasil", "Lisboa, Portugal", ""],
    texts: ["Gestão de uma equipe de dez pessoas."],
    schools: ["Universidade do Exemplo"],
    degrees: ["Bacharelado, Engenharia", "Mestrado, Física"],
  }),
  tongue("it", {
    first: ["Niccolò", "Giosuè"],
    last: ["Esempio", "Prova"],
    companies: ["Officine Esempio S.p.A.", "Banca Prova", "Studio Rossini"],
    titles: ["Ingegnere meccanico", "Tirocinante", "Responsabile acquisti", "Impiegata amministrativa"],
    places: ["Milano, Lombardia, Italia", ""],
    texts: ["Gestione dei fornitori e dei contratti."],
    schools: ["Università di Esempio", "Politecnico di Prova"],
    degrees: ["Laurea magistrale, Ingegneria"],
  }),
  tongue("nl", {
    first: ["Joost", "Anneke"],
    last: ["van Voorbeeld", "de Proef"],
    companies: ["Voorbeeld Bouw B.V.", "Gemeente Voorbeeld", "Havenbedrijf Proef"],
    titles: ["Softwareontwikkelaar", "Medewerker klantenservice", "Stagiair", "Projectleider"],
    places: ["Utrecht, Nederland", ""],
    texts: ["Leiding gegeven aan een team van vijf."],
    schools: ["Universiteit van Voorbeeld", "Hogeschool Proef"],
    degrees: ["Bachelor, Bedrijfskunde"],
  }),
  tongue("pl", {
    first: ["Łucja", "Świętosław"],
    last: ["Przykładowa", "Żądło"],
    companies: ["Młyn Przykład Sp. z o.o.", "Szpital Próbny", "Bank Przykładowy"],
    titles: ["Programista", "Specjalistka ds. zakupów", "Stażysta", "Kierownik projektu"],
    places: ["Warszawa, Polska", ""],
    texts: ["Prowadzenie zespołu ośmiu osób."],
    schools: ["Uniwersytet Przykładowy", "Politechnika Próbna"],
    degrees: ["Magister, Informatyka"],
  }),
  tongue("tr", {
    first: ["Şule", "Çağrı"],
    last: ["Örnek", "Yıldızışık"],
    companies: ["Örnek Yazılım A.Ş.", "Deneme Bankası", "Örnek Üniversitesi"],
    titles: ["Yazılım Mühendisi", "Stajyer", "Proje Yöneticisi", "Satış Uzmanı"],
    places: ["İstanbul, Türkiye", ""],
    texts: ["On kişilik ekibin yönetimi."],
    schools: ["Örnek Üniversitesi"],
    degrees: ["Lisans, Bilgisayar Mühendisliği"],
  }),
  tongue("ru", {
    first: ["Фёдор", "Агния"],
    last: ["Примеров", "Образцова"],
    companies: ["ООО Пример", "Банк Образец", "Завод Пробный"],
    titles: ["Инженер-программист", "Ведущий аналитик", "Стажёр", "Руководитель отдела продаж"],
    places: ["Москва, Россия", ""],
    texts: ["Руководство группой из семи человек."],
    schools: ["Образцовый государственный университет"],
    degrees: ["Магистр, Физика"],
  }),
  tongue("ja", {
    first: ["陽子"],
    last: ["例田"],
    companies: ["例示株式会社", "見本銀行", "試験大学"],
    titles: ["ソフトウェアエンジニア", "営業部長", "インターン"],
    places: ["東京, 日本", ""],
    texts: ["十人のチームを率いた。"],
    schools: ["試験大学"],
    degrees: ["学士, 物理学"],
  }),
  tongue("zh", {
    first: ["明"],
    last: ["例"],
    companies: ["样例科技有限公司", "示范银行", "试验大学"],
    titles: ["软件工程师", "产品经理", "实习生"],
    places: ["上海, 中国", ""],
    texts: ["带领十人团队。"],
    schools: ["试验大学"],
    degrees: ["学士, 物理"],
  }),
  tongue("ko", {
    first: ["예시"],
    last: ["김"],
    companies: ["예시 주식회사", "견본은행"],
    titles: ["소프트웨어 엔지니어", "영업 팀장", "인턴"],
    places: ["서울, 대한민국", ""],
    texts: ["열 명의 팀을 이끌었습니다."],
    schools: ["시험대학교"],
    degrees: ["학사, 물리학"],
  }),
  tongue("sv", {
    first: ["Åsa", "Örjan"],
    last: ["Exempelsson", "Provén"],
    companies: ["Exempel Verkstad AB", "Provkommun"],
    titles: ["Mjukvaruutvecklare", "Projektledare", "Praktikant", "Kundtjänst"],
    places: ["Stockholm, Sverige", ""],
    texts: ["Ledde en grupp om sex personer."],
    schools: ["Exempels universitet"],
    degrees: ["Civilingenjör, Datateknik"],
  }),
  tongue("cs", {
    first: ["Řehoř", "Žofie"],
    last: ["Příkladová", "Ukázka"],
    companies: ["Příklad s.r.o.", "Nemocnice Ukázka"],
    titles: ["Vývojář", "Účetní", "Stážista", "Vedoucí prodeje"],
    places: ["Praha, Česko", ""],
    texts: ["Vedení týmu osmi lidí."],
    schools: ["Univerzita Příklad"],
    degrees: ["Inženýr, Informatika"],
  }),
];

/** `jobs` of a person, latest first; several titles at one company in a row. */
export function makePerson(dice: Dice, words: Tongue, count: number, undatedShare = 0): MadePerson {
  const jobs: MadeJob[] = [];
  let [year, month] = [2025, 1 + dice.below(12)];
  let isCurrent = dice.chance(0.7);
  const names = words.companies.slice();
  let at = dice.below(names.length);
  while (jobs.length < count) {
    const company = names[at % names.length] ?? "Meridian";
    at += 1;
    const titles = new Set<string>();
    for (let left = dice.chance(0.3) ? 2 + dice.below(2) : 1; left > 0 && jobs.length < count; left -= 1) {
      const title = dice.of(words.titles);
      if (titles.has(title)) continue;
      titles.add(title);
      const months = 5 + dice.below(40);
      const first = year * 12 + month - 1 - months;
      const isUndated = dice.chance(undatedShare);
      jobs.push({
        company,
        title,
        place: dice.of(words.places),
        start: isUndated ? undefined : [Math.floor(first / 12), (first % 12) + 1],
        end: isUndated ? undefined : isCurrent ? "now" : [year, month],
        texts: Array.from({ length: dice.below(5) }, () => dice.of(words.texts)),
      });
      isCurrent = false;
      const next = first - 1 - dice.below(3);
      [year, month] = [Math.floor(next / 12), (next % 12) + 1];
    }
  }
  const schools = Array.from({ length: 1 + dice.below(2) }, (_, index) => ({
    school: words.schools[index % words.schools.length] ?? "Harbour College",
    degree: dice.of(words.degrees),
    start: year - 4 - index * 5,
    end: year - 1 - index * 5,
  }));
  return {
    first: dice.of(words.first),
    last: dice.of(words.last),
    headline: `${jobs[0]?.title ?? ""} at ${jobs[0]?.company ?? ""}`,
    place: words.places[0] ?? "",
    jobs,
    schools: [...new Map(schools.map((one) => [one.school, one])).values()],
  };
}
