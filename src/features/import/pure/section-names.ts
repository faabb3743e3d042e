import { fieldKey } from "./field-key.ts";
import { COLUMN_WORDS, type ColumnWords } from "./column-words.ts";

/** Names of fields and lists in files about jobs and schools. Folded, letters and digits only. */

const keys = (text: string): readonly string[] => text.split(" ");

/** Column words that mean something else as a field's name. */
const NOT_FIELDS = new Set(["de", "da", "post", "text", "s"]);

/** The words of tables for the same thing in other languages. */
const inAll = (column: keyof ColumnWords): readonly string[] =>
  [...new Set(Object.values(COLUMN_WORDS).flatMap((words) => words[column].split("|").map(fieldKey)))].filter(
    (key) => !NOT_FIELDS.has(key),
  );

export const SECTIONS: Readonly<Record<"job" | "volunteer" | "school", ReadonlySet<string>>> = {
  job: new Set(
    keys(
      "work works works experience experiences employment employments employmenthistory employmenthistories workexperience " +
        "workexperiences workhistory worklist workexperiencelist professionalexperience professionalexperiences positions " +
        "jobs joblist jobhistory career careerhistory careers relevantexperience positiongroups positionhistory " +
        "positionhistories employers employerhistory industryexperience internships internship internshipexperience " +
        "researchexperience teachingexperience berufserfahrung experiencia experienciaprofesional experienciaslaborales " +
        "experiencialaboral experienceprofessionnelle experiencesprofessionnelles experienciaprofissional " +
        "esperienza esperienze esperienzalavorativa esperienzelavorative esperienzeprofessionali werkervaring doswiadczenie " +
        "doswiadczeniezawodowe опытработы опыт 職歴 職務経歴 工作经历 工作經歷 工作经验 工作經驗 实习经历 경력 경력사항 experiencias " +
        "experienciasprofissionais experienciaslaborales trabajo trabajos empleo empleos emplois lavoro lavori carriera kariera " +
        "zatrudnienie zkusenosti pracovnizkusenosti pracovneskusenosti tapasztalat deneyim deneyimler isdeneyimi pengalaman " +
        "pengalamankerja erfahrung erfahrungen beruflicherwerdegang werdegang arbeitserfahrung praktika arbetslivserfarenhet " +
        "erhvervserfaring arbeidserfaring tyokokemus jobexperience jobexperiences employmentrecord professionalhistory " +
        "professionalbackground workexp workingexperience roleshistory worksfor postes досвід",
    ),
  ),
  volunteer: new Set(
    keys(
      "volunteer volunteers volunteering volunteerwork volunteerexperience volunteerexperiences volunteeringexperience " +
        "volunteerships volunteership communityservice service ehrenamt voluntariado benevolat volontariato vrijwilligerswerk",
    ),
  ),
  school: new Set(
    keys(
      "education educations schools educationhistory educationlist educationandtraining educationorganizationattendance " +
        "studies academicbackground educationalbackground academics ausbildung bildung formacion formation formations " +
        "formacao istruzione opleiding opleidingen wyksztalcenie edukacja образование освіта 学歴 学历 教育经历 教育經歷 教育背景 學歷 학력 " +
        "교육 educacion educacao formacionacademica formacaoacademica estudios estudos etudes studi onderwijs utbildning uddannelse " +
        "utdanning koulutus vzdelani vzdelanie obrazovanje tanulmanyok educatie egitim pendidikan schooling degrees " +
        "academicqualifications qualifications academichistory educationinfo alumniof studium bildungsweg edu",
    ),
  ),
};

/** Lists that look like jobs but are not. */
export const OTHER_SECTIONS: ReadonlySet<string> = new Set(
  keys(
    "projects project awards award honors certificates certificate certifications certification skills skill languages " +
      "language interests interest hobbies references reference publications publication courses course patents " +
      "profiles socialprofiles links meta metadata theme template settings layout recommendations connections applications " +
      "jobapplications savedjobs openings vacancies jobpostings testimonials testimonial reviews clients posts articles blog blogs " +
      "talks speaking events publicartifacts techstack people peoplealsoviewed similarlynamedprofiles activities achievements " +
      "accomplishments",
  ),
);

/** Names that only a company has; "name" may be anybody's. */
export const COMPANY = keys(
  "company companyname employer employername organization organisation organizationname organisationname org firm " +
    "companyororganization hiringorganization institutionname businessname workplace entreprise empresa unternehmen " +
    "arbeitgeber azienda bedrijf firma companytitle workcompany companyorg companies employerorgname 公司名 工作单位 место местоработы",
).concat(inAll("company"));
/** Fields read as the company where no field above is there, e.g. a subtitle, or the school that somebody works for. */
export const COMPANY_BESIDE = keys(
  "subtitle cardsubtitle subheading where at institution institute university school client place",
);
export const TITLE = keys(
  "position positiontitle title jobtitle role roletitle rolename occupation designation jobrole job function positionname " +
    "jobposition headline puesto cargo poste titel stelle cardtitle worktitle workposition what as pos intitule intituleduposte jobname",
).concat(inAll("title"));
export const NESTED = keys(
  "positions roles jobs titles profilepositions positionhistory positionhistories positionhistorylist promotions " +
    "subpositions careerprogression assignments",
);
export const START = keys(
  "startdate start from started startedon startson startsat starteddate begin began begindate datestart datefrom fromdate " +
    "startdatetime dateofstart beginning startyear yearstart fromyear datebegin startmonth inicio debut fechainicio beginn von dal validfrom joined joindate joiningdate joinedon",
).concat(inAll("start"));
export const END = keys(
  "enddate end to ended endedon endson endsat until till finish finished finishedon finishdate dateend dateto todate " +
    "enddatetime dateofend endyear yearend toyear leftdate completiondate completed endmonth fin fechafin ende bis al left leavedate validthrough relievingdate lefton",
).concat(inAll("end"));
export const PERIOD = keys(
  "period dates date daterange timeperiod timeframe duration years when time employmentperiod attendanceperiod " +
    "periodofemployment timespan datestring dateperiod term tenure year timeline zeitraum periodo periode range datetext " +
    "daterangetext datesemployed datesattended workperiod fromto startend anos annees annee anni anno lata lat jahre jahr tahun " +
    "годы год период 时间 時間 期間 기간 okres sure donem yil yillar dateworked workingperiod",
);
export const CURRENT_FLAGS = keys(
  "iscurrent current currentlyworking ispresent present ongoing isongoing stillworking currentjob iscurrentjob currentlywork " +
    "currentlyworkhere currentlyworkinghere iscurrentlyworking currentrole currentposition currentindicator iscurrentrole " +
    "iscurrentposition currentlyemployed tilldate workinghere isworking",
);
export const LOCATION = keys(
  "location place city locationname joblocation worklocation address region country ort lieu",
).concat(inAll("location"));
export const DESCRIPTION = keys(
  "summary description details highlights responsibilities bullets points content text notes",
);
export const SCHOOL = keys(
  "institution institutionname school schoolname university universityname college collegename organization organisation " +
    "organizationname organisationname institute academy schoolorinstitution issuer escuela ecole hochschule universidad institucion etablissement instituicao istituto uczelnia " +
    "okul sekolah вуз",
).concat(inAll("school"), ["name"]);
export const SCHOOL_END = keys(
  "graduationdate graduation graduated graduationyear graduatedon completiondate completionyear lasteducationdate passingyear yearofpassing passoutyear passedout",
);
export const DEGREE = keys(
  "studytype degree degreename degreetype qualification diploma program programme title level degrees diplome titulo titolo abschluss",
).concat(inAll("degree"));
export const AREA = keys(
  "area field fieldofstudy major subject specialization specialisation course discipline kierunek curso 专业",
);
/** Fields with the kind of a job: "Internship", "Contract". */
export const KIND = keys(
  "employmenttype worktype jobtype contracttype positiontype type typeofemployment employment category",
);
/** Fields that name the section of an entry in a mixed list. */
export const SECTION_OF = keys("type category section kind");
/** Fields with the entries of a titled section. */
export const CONTAINERS = keys(
  "items contents content entries list data info experiences experience jobs cards elements records works positions",
);
/** Fields with the heading of such a section. */
export const HEADINGS = keys("title name heading section label type id header");
