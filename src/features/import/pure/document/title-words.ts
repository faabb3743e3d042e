import { foldText } from "#core/text.ts";
import { isLegalForm } from "#features/import/pure/legal-forms.ts";
import { isNoCompany } from "#features/pipeline/pure/no-company.ts";
import { BY_SPELLING } from "#features/title/pure/names.ts";
import { inferKind } from "#features/title/kind.ts";

/** Decides by a text's words: a job's title, or a company's name? */

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" ").map(foldText));

/** Words for occupations. */
const HEADS = setOf(
  "engineer developer manager director analyst consultant designer architect scientist researcher administrator assistant " +
    "associate officer specialist coordinator supervisor executive representative technician operator teacher lecturer " +
    "professor nurse doctor physician surgeon dentist pharmacist therapist accountant auditor lawyer attorney paralegal " +
    "clerk cashier waiter waitress barista chef cook baker driver mechanic electrician plumber carpenter welder painter " +
    "intern trainee apprentice student fellow president ceo cto cfo coo cmo cio ciso founder cofounder owner partner " +
    "head lead chief principal vp evp svp programmer tester strategist editor writer journalist reporter translator " +
    "photographer artist musician actor producer buyer planner recruiter advisor adviser counsel counselor coach trainer " +
    "instructor tutor librarian secretary receptionist salesperson seller merchandiser broker trader banker underwriter " +
    "actuary economist statistician biologist chemist physicist geologist mathematician psychologist veterinarian " +
    "paramedic firefighter soldier sergeant lieutenant captain pilot steward stewardess cleaner janitor guard " +
    "volunteer member chair chairman chairwoman chairperson trustee treasurer ambassador mentor freelancer contractor " +
    "evangelist advocate scrum postdoc investigator inspector surveyor estimator foreman superintendent host hostess " +
    "butcher florist gardener farmer tailor hairdresser stylist beautician caretaker carer nanny educator headteacher dean " +
    "machinist operative fitter installer packer picker porter labourer laborer worker employee controller comptroller bookkeeper " +
    "teller dispatcher courier copywriter animator modeler illustrator videographer sysadmin dba devops sre qa ux ui " +
    // German
    "ingenieur ingenieurin entwickler entwicklerin leiter leiterin berater beraterin kaufmann kauffrau referent referentin " +
    "sachbearbeiter sachbearbeiterin praktikant praktikantin werkstudent werkstudentin auszubildender auszubildende azubi " +
    "mitarbeiter mitarbeiterin assistent assistentin geschäftsführer geschäftsführerin gründer gründerin lehrer lehrerin " +
    "arzt ärztin pfleger pflegerin verkäufer verkäuferin techniker technikerin mechaniker mechatroniker elektriker " +
    "dozent dozentin doktorand doktorandin hilfskraft aushilfe projektmanager projektmanagerin architektin fachkraft " +
    "meister meisterin koch köchin kellner kellnerin erzieher erzieherin redakteur redakteurin teamleitung leitung " +
    // French
    "ingénieur ingénieure développeur développeuse directeur directrice responsable chef cheffe consultant consultante " +
    "analyste assistant assistante technicien technicienne stagiaire alternant alternante apprenti apprentie vendeur " +
    "vendeuse enseignant enseignante professeur professeure infirmier infirmière comptable chargé chargée gérant gérante " +
    "fondateur fondatrice conseiller conseillère gestionnaire chercheur chercheuse doctorant doctorante serveur serveuse " +
    "cuisinier cuisinière secrétaire commercial commerciale rédacteur rédactrice animateur animatrice éducateur " +
    // Spanish, Portuguese, Italian
    "ingeniero ingeniera desarrollador desarrolladora director directora gerente jefe jefa analista consultor consultora " +
    "técnico técnica asistente auxiliar profesor profesora maestro maestra enfermero enfermera médico médica contador " +
    "contadora becario becaria practicante pasante vendedor vendedora coordinador coordinadora responsable encargado " +
    "encargada administrativo administrativa fundador fundadora socio socia investigador investigadora camarero camarera " +
    "cocinero cocinera abogado abogada diseñador diseñadora programador programadora especialista asesor asesora " +
    "engenheiro engenheira desenvolvedor desenvolvedora diretor diretora coordenador coordenadora estagiário estagiária " +
    "assistente professora enfermeira enfermeiro advogado advogada vendedora sócio pesquisador pesquisadora bolsista " +
    "ingegnere sviluppatore sviluppatrice direttore direttrice responsabile impiegato impiegata tirocinante stagista " +
    "consulente analista addetto addetta insegnante docente infermiere infermiera medico commesso commessa cameriere " +
    "cameriera cuoco fondatore fondatrice progettista ricercatore ricercatrice segretaria contabile tecnico operaio " +
    // Dutch, Nordic
    "ontwikkelaar adviseur medewerker medewerkster leraar lerares docente stagiair stagiaire directeur beheerder " +
    "verpleegkundige verkoper teamleider oprichter onderzoeker ingenjör utvecklare konsult chef lärare sjuksköterska " +
    "säljare projektledare praktikant assistent handläggare ekonom läkare forskare udvikler leder lærer sygeplejerske " +
    "sælger medarbejder studentermedhjælper rådgiver konsulent ingeniør utvikler leder sykepleier selger medarbeider " +
    "prosjektleder kehittäjä insinööri johtaja päällikkö opettaja hoitaja myyjä asiantuntija suunnittelija harjoittelija " +
    // Polish, Czech, Slovak, Croatian, Hungarian, Romanian
    "inżynier programista programistka kierownik kierowniczka dyrektor specjalista specjalistka analityk konsultant " +
    "konsultantka asystent asystentka nauczyciel nauczycielka stażysta stażystka praktykant sprzedawca księgowa księgowy " +
    "lekarz pielęgniarka technik doradca koordynator inženýr vývojář manažer manažerka ředitel ředitelka analytik " +
    "konzultant asistent asistentka učitel učitelka stážista prodavač účetní lékař technik vedoucí specialista " +
    "inžinier vývojár manažér riaditeľ učiteľ účtovník inženjer programer voditelj direktor savjetnik suradnik nastavnik " +
    "mérnök fejlesztő vezető igazgató elemző tanácsadó asszisztens tanár gyakornok eladó könyvelő orvos inginer " +
    "dezvoltator programator manager director analist consultant asistent profesor contabil medic stagiar vânzător " +
    // Turkish, Greek, Indonesian
    "mühendisi mühendis geliştirici geliştiricisi yönetici yöneticisi müdür müdürü uzmanı uzman danışman danışmanı asistan " +
    "asistanı öğretmen öğretmeni stajyer stajyeri analist analisti hemşire doktor satış kurucu koordinatör μηχανικός " +
    "προγραμματιστής διευθυντής αναλυτής σύμβουλος βοηθός καθηγητής λογιστής υπεύθυνος insinyur pengembang manajer " +
    "direktur analis konsultan asisten guru dosen perawat dokter akuntan staf magang kepala pendiri " +
    // Russian, Ukrainian
    "инженер разработчик менеджер директор аналитик консультант дизайнер архитектор специалист ассистент преподаватель " +
    "учитель врач медсестра бухгалтер стажёр стажер руководитель начальник программист тестировщик продавец помощник " +
    "основатель администратор координатор юрист экономист інженер розробник керівник аналітик вчитель викладач лікар " +
    "бухгалтер стажер спеціаліст фахівець помічник засновник програміст",
);
/** Ends of words that are written as one: "Softwareentwickler", "Projektleiterin". */
const HEAD_ENDS = (
  "ingenieur ingenieurin entwickler entwicklerin leiter leiterin berater beraterin kaufmann kauffrau manager managerin assistent " +
  "assistentin mitarbeiter mitarbeiterin techniker technikerin mechaniker mechanikerin lehrer lehrerin pfleger pflegerin arzt " +
  "praktikant praktikantin fachkraft student studentin hilfskraft referent verkäufer verkäuferin ingenieurin utvecklare ingenjör " +
  "konsult ledare udvikler ingeniør konsulent utvikler medewerker ontwikkelaar adviseur leider kehittäjä päällikkö insinööri " +
  "hoitaja opettaja asiantuntija scientist designer"
)
  .split(" ")
  .map(foldText);
/** Written without spaces. */
const PARTS =
  "エンジニア マネージャー デザイナー 部長 課長 係長 主任 担当 コンサルタント アナリスト 研究員 インターン 講師 教授 教員 営業職 プログラマー 社長 代表取締役 取締役 ディレクター リーダー スタッフ 工程师 经理 总监 主管 分析师 顾问 设计师 实习生 助理 专员 教师 教授 研究员 程序员 创始人 總監 經理 工程師 實習生 개발자 엔지니어 매니저 팀장 부장 과장 대리 사원 연구원 디자이너 인턴 컨설턴트 교수 강사 대표 이사"
    .split(" ")
    .map(foldText);

const COMPANY_WORDS = setOf(
  "group bank university college school hospital clinic institute technologies technology solutions systems labs laboratory " +
    "laboratories studio studios partners holdings holding company foundation association ministry council agency society " +
    "works industries enterprises international global ventures capital insurance airlines pharmaceuticals pharma " +
    "software consulting consultancy services media networks logistics motors energy foods robotics analytics records books " +
    "press museum library church centre center department government municipality city county trust federation union " +
    "universität hochschule klinikum krankenhaus stadt verein stiftung verlag praxis kanzlei werke versicherung sparkasse " +
    "institut schule gymnasium ministerium amt behörde université école lycée hôpital mairie ministère banque groupe société " +
    "cabinet universidad colegio escuela banco grupo ayuntamiento clínica universidade escola prefeitura università scuola " +
    "ospedale banca gruppo comune universiteit gemeente ziekenhuis universitet skola sykehus kommune yliopisto uniwersytet " +
    "szpital szkoła urząd univerzita nemocnice škola sveučilište bolnica egyetem universitatea spitalul üniversitesi bankası " +
    "hastanesi okulu университет банк больница школа министерство завод університет лікарня πανεπιστήμιο τράπεζα universitas " +
    "rumah bakery café cafe restaurant hotel farm farms shop store stores market supermarket theatre theater",
);
const COMPANY_PARTS =
  "株式会社 有限会社 合同会社 大学 銀行 病院 公司 集团 集團 大學 银行 医院 학교 은행 병원 주식회사 그룹"
    .split(" ")
    .map(foldText);

function wordsOf(text: string): string[] {
  return foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .split(" ");
}

/** How much a text looks like a title. 0 = not at all; 2 = it names an occupation. */
export function titleScore(text: string): number {
  const folded = foldText(text);
  if (BY_SPELLING.has(folded)) return 3;
  const words = wordsOf(text);
  const isOne = words.some(
    (word) => HEADS.has(word) || HEAD_ENDS.some((end) => word.length > end.length && word.endsWith(end)),
  );
  if (isOne || PARTS.some((part) => folded.includes(part))) return 2;
  return inferKind(text) === "full-time" ? 0 : 1;
}

/** How much a text looks like a company. 0 = not at all; 3 = it ends with a legal form. */
export function companyScore(text: string): number {
  if (isNoCompany(text)) return 3;
  const words = wordsOf(text);
  const last = words.at(-1) ?? "";
  const spelled = words.slice(-3).join("");
  if (words.length > 1 && (isLegalForm(last) || ["gmbhcokg", "spzoo", "srl", "spa", "sro", "doo"].includes(spelled)))
    return 3;
  if (COMPANY_PARTS.some((part) => foldText(text).includes(part))) return 3;
  return words.length > 1 && words.some((word) => COMPANY_WORDS.has(word)) ? 2 : 0;
}

/** Positive for a title, negative for a company. */
export function leaning(text: string): number {
  return titleScore(text) - companyScore(text);
}
