import { pick, type Random } from "./random.ts";

/**
 * Names of invented people. First names are common ones. Last names are put together from parts, so that no real person
 * we know of has the whole name.
 */
type Culture = { first: readonly string[]; start: readonly string[]; end: readonly string[] };

function words(text: string): string[] {
  return text.split(" ");
}

// oxfmt-ignore
const CULTURES = {
  english: {
    first: words("Ada Alice Amber Ben Callum Chloe Clara Connor Daisy Dylan Eleanor Elliot Emma Ethan Finn Grace Hannah Harry Isla Jack Jasper Julia Kate Leo Lily Lucas Maya Mia Nathan Nora Oliver Owen Piper Quinn Rose Ruby Sam Sophie Theo Toby Violet Will Zoe"),
    start: words("Ash Bram Cald Dun Elm Fenn Garth Hazel Iron Kes Lark Marl North Oaken Pell Quar Rill Sedge Thorn Under Wex Yar"),
    end: words("bridge combe crossing dale ferry field gate hurst junction ley mere platt sidings stead track wick worth"),
  },
  german: {
    first: words("Anna Ben Clara David Elena Emil Felix Finn Franziska Greta Hannah Ida Jakob Jana Jonas Julia Karl Lara Lea Leon Lukas Maja Marie Max Mila Moritz Nele Nico Oskar Paul Pia Rosa Sophie Theo Till Tom"),
    start: words("Ahorn Birken Brunn Dorn Eichen Falken Gleis Hasel Kranich Linden Moos Nebel Otter Rosen Stell Tannen Weichen Ziegel"),
    end: words("acker bacher berg brück damm eck felder halter hof kamp moser reuter steg tal wärter winkel"),
  },
  french: {
    first: words("Adèle Agathe Antoine Arthur Camille Chloé Clément Élise Émile Gabriel Hugo Inès Jeanne Jules Julie Léa Léo Louis Louise Lucie Manon Margaux Mathilde Maxime Nina Noé Paul Raphaël Rose Sacha Simon Théo Victor Zoé"),
    start: words("Ar Beau Bel Cha Cler Cour Dau Fon Gar Haute Lam Mar Mon Ori Per Roche Sau Val Ver"),
    end: words("bannet cherel clairon dessart fontil gareau lignac mercet neval pontier quaiou rivel taillant vannier"),
  },
  spanish: {
    first: words("Adrián Alba Alejandra Álvaro Ana Andrés Camila Carla Carlos Daniela Diego Elena Emilio Gabriela Hugo Inés Isabel Javier Jimena Joaquín Lucía Luis Marcos María Mateo Nicolás Paula Rafael Rocío Sara Sofía Tomás Valentina Ximena"),
    start: words("Al Ar Bar Cal Cor Der Es Fuen Gal Len Mon Nav Or Per Quin Rio Sal Tor Val Zar"),
    end: words("andero arrubio azuela bardiza cuesta delmira donado estaciero quintara rieles salveda tejana valente vereda"),
  },
  portuguese: {
    first: words("Ana Beatriz Bruno Caio Carolina Clara Diogo Eduarda Felipe Gabriel Heitor Helena Inês Isabela João Júlia Laura Leonor Letícia Lucas Luísa Marina Matheus Miguel Pedro Rafaela Renato Rita Sofia Thiago Tiago Vitória"),
    start: words("Al Bran Cal Car Esta Fer Gou Lam Mar Mon Nor Par Ri Sal Ser Trilh Val Vi"),
    end: words("adeiro albosa andim anhares eiral enveda esteves iosa onteiro oveda uarda urezal"),
  },
  italian: {
    first: words("Alessia Andrea Bianca Camilla Chiara Davide Elena Elisa Federico Filippo Francesca Giada Giorgio Giulia Ilaria Lorenzo Luca Marco Martina Matteo Nicola Paola Pietro Riccardo Sara Silvia Simone Tommaso Valeria Viola"),
    start: words("Al Bel Bin Car Col Fer Gar Lam Mar Mon Nov Pas Ros Sal Tor Val Ver Zan"),
    end: words("adelli anziro arello ariotti cambio donati ellaro entini ferrovi ollari otteri stazzi"),
  },
  nordic: {
    first: words("Aksel Alma Anton Astrid Axel Ebba Elias Ella Emil Erik Freja Freya Gustav Hanna Henrik Ida Ingrid Jonas Kaisa Karl Lars Liv Maja Mikkel Nils Nora Olav Oskar Saga Signe Sofia Sven Thea Tuva Viktor"),
    start: words("Ask Berg Bjer Dal Ek Fjell Gran Hav Is Kors Lind Lyng Nord Os Rav Skog Spor Sten Ulv Vind"),
    end: words("bakken dahlin feldt gren holt kvist lund mark nes skjold spår strand vall vik"),
  },
  slavic: {
    first: words("Adam Aleksandra Ana Andrej Anna Daria Dmytro Filip Hanna Ivan Jakub Jan Jana Karolina Kateryna Lena Luka Maja Marek Marta Matej Mila Milan Nadia Nikola Oleh Olena Pavel Petra Roman Sofia Stefan Tomáš Vera Zofia"),
    start: words("Bel Bor Chmel Drah Gor Hol Jas Kal Kol Lip Mal Nov Ost Pol Rad Rez Sad Tvar Vel Zel"),
    end: words("anek arov avic enko etski evar inak icz ivnik ojan omir osek ovin uchar"),
  },
  indian: {
    first: words("Aarav Aditi Aditya Akash Amara Ananya Anika Arjun Asha Deepa Dev Diya Gauri Ishaan Kabir Kavya Kiran Lakshmi Leela Manav Meera Mira Neel Neha Nikhil Nisha Om Pooja Pranav Priya Rahul Riya Rohan Sanjay Saanvi Shreya Tara Tarun Uma Varun Vikram"),
    start: words("Ama Bha Cha Deva Gan Hari Inda Jaya Kala Lak Mani Nava Padma Raja Sada Suru Tala Udaya Vana Yama"),
    end: words("bhatra deshi garhi kaloor karan mangal nathar palli pathi rekar sandra vandi velkar wadkar"),
  },
  chinese: {
    first: words("An Bo Chen Fang Hao Hui Jia Jiayi Jing Jun Kai Lan Lei Lin Ling Mei Min Ning Ping Qing Rui Shan Shu Tao Ting Wei Xin Xue Yan Yang Yichen Ying Yu Yuan Yue Zhen Zihan Ziyi"),
    start: words("Bai Chang Duo Fei Guang Hong Jiao Kuan Lu Meng Nuo Pei Qiao Rong Shuang Tian Wan Xiang Yun Zhan"),
    end: words("chuan dao gui heng jie kuo lu ming qiao shan tie xian yan zhan"),
  },
  japanese: {
    first: words("Aiko Akira Aoi Asuka Daichi Emi Hana Haru Haruto Hina Hiroshi Kaito Kana Kei Kenji Mao Mei Minato Miyu Nao Naoki Ren Riku Rin Sakura Shota Sora Takumi Yui Yuki Yuma Yuna Yuto"),
    start: words("Ao Asa Fuji Haya Hoshi Ishi Kaze Kita Kuro Mina Mori Nishi Ochi Sato Shira Taka Tomi Yama Yuki"),
    end: words("bashira eki gane hasu kado michi noka saki sawara senro shima tetsu watari zuka"),
  },
  korean: {
    first: words("Bora Chaewon Daehyun Dohyun Eunji Eunseo Gyuri Haeun Hajun Hana Hyerin Jaemin Jihoon Jimin Jisoo Jiwon Junho Junseo Minji Minjun Minseo Nari Seojun Seoyeon Sohee Sujin Taeyang Woojin Yejin Yuna"),
    start: words("Bae Byul Cheol Dal Gang Gil Ha Haneul Jeong Mal Nam Pyo San Seon Sol Yeok"),
    end: words("bin dang gil gyo hwan jang mok nae ro san seok won"),
  },
  arabic: {
    first: words("Adam Ahmed Aisha Amal Amina Bilal Dalia Dina Faris Fatima Hadi Hala Hassan Idris Karim Khalid Layla Lina Maha Malik Mariam Nadia Noor Omar Rami Rana Salma Samir Sara Tariq Yara Yasmin Youssef Zain Zahra"),
    start: words("Bar Dar Fah Ghaz Hal Jab Kas Lah Mar Naj Qad Raf Sab Shar Tal Wah Zar"),
    end: words("aboush ahri almi anoun araf asheer awadi eeqi ibani oumar ouri udani"),
  },
  turkish: {
    first: words("Ada Ahmet Aslı Ayşe Barış Bora Burak Can Cem Ceren Defne Deniz Derya Ece Ela Elif Emir Emre Eren Esra Kaan Kerem Leyla Mert Mina Naz Onur Selin Sena Tuna Yağmur Zeynep"),
    start: words("Ak Alt Bal Boz Demir Er Gök Gün Kar Kıl Or Pek Say Tan Taş Uz Yol"),
    end: words("baran çayır dağlı durak gözen hatlı kaya köprü makas otlu rayan sever tepeli yolcu"),
  },
  african: {
    first: words("Abeni Adaeze Akua Amani Amara Ayo Baraka Chidi Chinwe Dalila Efua Ekow Emeka Femi Imani Jabari Kato Kofi Kwame Lindiwe Makena Naledi Ngozi Nia Nomsa Obi Olu Sade Sipho Tendai Thabo Tunde Wanjiru Yaa Zawadi Zuri"),
    start: words("Ade Aki Boa Chi Dla Eke Fola Ife Kama Kwa Lwa Ma Mbe Nko Oba Olu Sese Tau Uzo Zuma"),
    end: words("banwe dele fiari goro kande kosi lembo mwara ndeni ngazi nyane sanya tondo wuyo"),
  },
  southeast: {
    first: words("Adi Agus An Anh Arun Bayu Bella Chai Citra Dewi Dian Duc Eko Fitri Hoa Indah Joy Kanya Lan Linh Mai Malee Minh Nam Nanda Paolo Putri Quang Rizal Rosa Siti Somsak Thanh Tri Wati Wayan Ying"),
    start: words("Angga Bala Cahya Dara Guna Hanum Jati Kirana Lesta Mala Naka Panca Ratna Suka Tanda Utama Wira"),
    end: words("bangsa dipura jalan kusani lintas manto nagara patrana rel santiko tirana wibana yanto"),
  },
} as const satisfies Record<string, Culture>;

type CultureName = keyof typeof CULTURES;

// oxfmt-ignore
const BY_COUNTRY: ReadonlyMap<string, readonly CultureName[]> = new Map<string, readonly CultureName[]>([
  ["US", ["english", "english", "english", "indian", "chinese", "spanish", "korean", "african", "arabic", "slavic", "german"]],
  ["CA", ["english", "english", "french", "chinese", "indian", "arabic"]], ["GB", ["english", "english", "english", "indian", "african", "slavic"]],
  ["IE", ["english"]], ["AU", ["english", "english", "chinese", "indian"]], ["NZ", ["english"]], ["DE", ["german", "german", "german", "turkish", "slavic"]],
  ["AT", ["german"]], ["CH", ["german", "german", "french", "italian"]], ["FR", ["french", "french", "french", "arabic", "african"]], ["BE", ["french", "german"]],
  ["NL", ["german", "nordic", "turkish"]], ["ES", ["spanish"]], ["MX", ["spanish"]], ["AR", ["spanish", "italian"]], ["CL", ["spanish"]], ["CO", ["spanish"]],
  ["UY", ["spanish"]], ["PE", ["spanish"]], ["BR", ["portuguese", "portuguese", "italian", "japanese"]], ["PT", ["portuguese"]], ["IT", ["italian"]],
  ["SE", ["nordic"]], ["NO", ["nordic"]], ["DK", ["nordic"]], ["FI", ["nordic"]], ["EE", ["nordic", "slavic"]], ["PL", ["slavic"]], ["CZ", ["slavic"]],
  ["UA", ["slavic"]], ["RO", ["slavic", "italian"]], ["RS", ["slavic"]], ["HR", ["slavic"]], ["GR", ["italian"]], ["IN", ["indian"]], ["PK", ["arabic", "indian"]],
  ["BD", ["indian"]], ["LK", ["indian"]], ["CN", ["chinese"]], ["TW", ["chinese"]], ["HK", ["chinese"]], ["SG", ["chinese", "indian", "southeast"]],
  ["JP", ["japanese"]], ["KR", ["korean"]], ["IL", ["arabic", "english"]], ["AE", ["arabic", "indian"]], ["SA", ["arabic"]], ["EG", ["arabic"]], ["MA", ["arabic", "french"]],
  ["TR", ["turkish"]], ["NG", ["african"]], ["KE", ["african"]], ["ZA", ["african", "english"]], ["GH", ["african"]], ["ID", ["southeast"]], ["MY", ["southeast", "chinese"]],
  ["VN", ["southeast"]], ["TH", ["southeast"]], ["PH", ["southeast", "spanish"]],
]);

const ELSEWHERE: readonly CultureName[] = ["english"];

/** An invented person's name from a country. English-sounding for countries without their own names here. */
export function inventName(random: Random, country: string): { firstName: string; lastName: string } {
  const culture = CULTURES[pick(random, BY_COUNTRY.get(country) ?? ELSEWHERE)];
  const firstName = pick(random, culture.first);
  return { firstName, lastName: pick(random, culture.start) + pick(random, culture.end) };
}

/** A cache, because a few thousand names are used many times. */
const plainNames = new Map<string, string>();

function plain(name: string): string {
  let known = plainNames.get(name);
  if (known === undefined) {
    known = name
      .normalize("NFKD")
      .toLowerCase()
      .replace(/ı/g, "i")
      .replace(/ø/g, "o")
      .replace(/[^a-z]/g, "");
    plainNames.set(name, known);
  }
  return known;
}

/** Letters, digits, dots and underscores, at most 32 characters. `index` makes the name unique. */
export function inventUsername(random: Random, firstName: string, lastName: string, index: number): string {
  const first = plain(firstName);
  const last = plain(lastName);
  const form = pick(random, [
    `${first}.${last}`,
    `${first}${last}`,
    `${first.slice(0, 1)}.${last}`,
    `${last}_${first}`,
  ]);
  return `${form.slice(0, 22)}${index + 1}`;
}
