import { ROLE_KINDS, type RoleKind } from "#core/role-kind.ts";
import type { LabelledTitle } from "./labelled-titles.ts";

/** Titles that no rule was made with: written after the rules had learned from those of fresh-titles.ts. */
const LATER: Readonly<Record<RoleKind, string>> = {
  intern: `
Video Editing Intern; Intern, Public Affairs; Machine Vision Intern; Summer Intern - Treasury; Payments Intern; Kitchen Intern;
Fall Intern; Geology Intern; Translation Intern; Summer Risk Analyst; Summer Research Analyst; Praktikant Maschinenbau;
Praktikantin Kulturmanagement; Werkstudent im Bereich Logistik; Werkstudentin Datenanalyse; Stagiaire ressources humaines;
Stagiaire architecte; Becario de laboratorio; Practicante de enfermería; Pasante en auditoría; Estagiário de Engenharia Civil;
Estagiária de Jornalismo; Tirocinante presso studio legale; Stażystka w redakcji; Стажер отдела продаж; マーケティングインターン;
Internship in Wealth Management; Trainee Architect; Security Operations Intern; Hospitality Intern
`,
  "co-op": `
Chemical Engineering Co-op; Co-op Student - Geomatics; Co-op Software Tester; Actuarial Co-op; Materials Co-op Student;
Apprentice Stonemason; Apprentice Technician; Apprentice Accountant; Plumbing Apprentice; Apprentice Tailor;
Azubi Kaufmann im Einzelhandel; Auszubildender Maler; Auszubildende Pflegefachfrau; Lehrling Elektrotechnik; Apprenti menuisier;
Apprentie fleuriste; Alternante en communication; Alternant data analyst; Duales Studium Maschinenbau; Apprendista cuoca;
Aprendiz Electricista; Degree Apprentice Solicitor; Carpentry Apprentice; Lernender Koch
`,
  "part-time": `
Part-Time Librarian; Part Time Nurse; Swim Instructor (Part-Time); Part-time Driver; Bookseller, Part-time; Casual Lifeguard;
Casual Museum Guide; Casual Teacher Aide; Friseurin in Teilzeit; Lagerhilfe (Minijob); Aushilfe Café; Aushilfskellner;
Assistante administrative à temps partiel; Serveuse à mi-temps; Camarero a tiempo parcial; Recepcionista a media jornada;
Commesso part-time; Barista parttime; Caixa meio período; Adjunct Professor of Law; Adjunct Faculty Member; Teaching Assistant;
Student Library Assistant; Part-Time Bookkeeper; Studentische Hilfskraft; Deltid butiksmedarbejder
`,
  "full-time": `
Harbour Pilot; Tailor; Stonemason; Data Governance Lead; Head of Treasury; Quantity Surveyor; Optician; Podiatrist; Baker;
Editor in Chief; Sound Engineer; Bus Driver; Deputy Head Teacher; Ward Manager; Veterinary Surgeon; Brand Strategist;
Bridge Engineer; Vice President, Student Lending; Studio Manager; Paralegal; Notary; Judge; Court Clerk; Museum Educator;
Forklift Operator; Glazier; Head Gardener; Restaurant Manager; Chief Medical Officer; Loan Officer; Medical Secretary;
Board Operator; Trust Officer; Club Manager; Company Secretary; Contract Engineer Manager; Co-operative Store Manager;
Internal Medicine Physician; Interior Architect; Interactive Producer; Partner Manager; Owner Success Manager;
Volunteer Manager; Internship Programme Lead; Student Recruitment Officer; Freelancer Relations Lead; Casualty Nurse;
Research Director; Research Engineer; Process Owner; Summer School Director; Stage Technician; Seasonal Planning Manager;
Steuerberaterin; Filialleiter; Krankenpfleger; Comptable; Infirmière; Abogado; Enfermera; Médico; Impiegato; Verpleegkundige;
Nauczyciel; Инженер; 软件工程师; 看護師; 간호사
`,
  contract: `
Freelance Photographer; Freelance Makeup Artist; Freelance Sound Designer; Freelance Bookkeeper; Contract UX Designer;
Contract Nurse; Independent Contractor; Independent Software Developer; Interim Managing Director; Interim Project Manager;
Locum Dentist; Locum Consultant; Temporary Lecturer; Temporary Warehouse Worker; Supply Teacher, Secondary; Relief Teacher;
Seasonal Ski Instructor; Seasonal Ranger; Freiberufliche Dolmetscherin; Freier Mitarbeiter Redaktion; Selbstständige Beraterin;
Graphiste freelance; Consultora independiente; Diseñador autónomo; Traduttrice freelance; Zelfstandig adviseur;
Self-Employed Plumber; Sole Trader; Travel Nurse; Фрилансер
`,
  founder: `
Founder & Head of Design; Co-founder, COO; Founder and Principal; Technical Co-Founder; Solo Founder; CEO/Founder; Cofounder & CPO;
Founding CEO; Owner/Operator; Owner & Photographer; Restaurant Owner; Salon Owner; Gallery Owner; Co-owner and Director; Franchisee;
Gründerin & CEO; Mitgründer; Inhaber Malerbetrieb; Fondatrice et directrice; Co-fondateur; Cofundador y CTO; Fundadora;
Socia fundadora; Cofondatrice e CEO; Medeoprichter; Współzałożyciel; Сооснователь; 联合创始人; Kurucu Ortak
`,
  research: `
Postdoctoral Fellow; Postdoctoral Scholar, Physics; Postdoctoral Associate; PhD Researcher; PhD Fellow; Ph.D. Candidate in History;
Doctoral Student; Doctoral Candidate; Research Assistant; Research Assistant in Economics; Graduate Researcher; Research Associate;
Junior Research Fellow; Undergraduate Researcher; Visiting Research Fellow; Visiting PhD Student; Doktorandin; Doktorand Chemie;
Doctorante; Doctoranda en Biología; Dottoranda di ricerca; Dottorando; Wissenschaftlicher Mitarbeiter; Wissenschaftliche Hilfskraft;
Promovenda; Аспирант; 博士研究生; Assegnista di ricerca
`,
  other: `
Volunteer Tutor; Volunteer Dog Walker; Volunteer Web Developer; Hospice Volunteer; Museum Volunteer; Trustee and Treasurer;
Chair of Trustees; Board Trustee; Parish Council Secretary; President, Debating Society; Treasurer of the Rowing Club;
Class Representative; Undergraduate; High School Student; Student; Student at Faculty of Arts; Erasmus Student; Gap Year;
Career Break; Parental Leave; Freiwilliges Ökologisches Jahr; FSJ Kultur; Ehrenamtliche Helferin; Bénévole aux Restos;
Voluntaria en hospital; Volontario; Vrijwilliger; Wolontariuszka; Wehrdienst; Board Member, Food Bank
`,
};

export const LATER_TITLES: readonly LabelledTitle[] = ROLE_KINDS.flatMap((kind) =>
  LATER[kind]
    .split(";")
    .map((title) => title.trim())
    .filter((title) => title !== "")
    .map((title) => ({ title, kind })),
);
