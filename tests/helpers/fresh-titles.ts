import { ROLE_KINDS, type RoleKind } from "#core/role-kind.ts";
import type { LabelledTitle } from "./labelled-titles.ts";

/**
 * Titles written after the rules, with the kind that a reader would choose. They are in no other list, so they show how
 * well the rules do on unseen titles. If a rule is changed because of one of them, move that title to another list.
 */
const FRESH: Readonly<Record<RoleKind, string>> = {
  intern: `
Growth Marketing Intern; Intern - Data Platform; Summer Intern, Logistics; iOS Intern; Quality Assurance Intern; Legal Intern;
Procurement Intern; Urban Planning Intern; UX Writing Intern; Robotics Intern; Spring Intern; Winter Internship - Trading;
Off-Cycle Intern; Investment Banking Summer Analyst; Praktikant Controlling; Praktikantin Unternehmenskommunikation;
Werkstudent Softwareentwicklung; Werkstudentin Personal; Pflichtpraktikant; Stagiaire développeur web; Stage de fin d'études;
Becaria de diseño; Practicante de sistemas; Pasante de ingeniería; Estagiário de TI; Estagiária de Marketing; Tirocinante HR;
Stagista amministrativo; Stażysta w dziale IT; Praktikantka v marketingu; Стажёр-разработчик; Intern Sanitary Engineering;
Student Worker Intern; Industrial Placement Student; Year in Industry Student
`,
  "co-op": `
Software Co-op; Co-op, Process Engineering; Hardware Engineering Co-op Student; Nursing Co-op; Civil Co-op; Data Science Co-op;
Apprentice Bricklayer; Apprentice Software Engineer; Apprentice Joiner; Baker's Apprentice; Apprentice Gardener;
Azubi Elektroniker; Auszubildender Koch; Auszubildende Mediengestalterin; Lehrling Tischler; Apprenti électricien;
Apprentie pâtissière; Alternance développeur; Alternant ressources humaines; Dual Student Business Informatics;
Dualer Student Informatik; Apprendista meccanico; Aprendiz Mecánico; Higher Apprentice; Engineering Apprentice
`,
  "part-time": `
Part-Time Cashier; Part time Sales Associate; Barista (Part-Time); Part-Time Receptionist; Part-time Math Tutor; Casual Waiter;
Casual Retail Assistant; Casual Academic; Weekend Supervisor (Part-Time); Teilzeit Verkäuferin; Buchhalterin in Teilzeit;
Minijobber Gastronomie; Aushilfe im Supermarkt; Aushilfskraft Lager; Vendeur à temps partiel; Caissière à mi-temps;
Dependiente a tiempo parcial; Vendedora a media jornada; Commessa part-time; Verkoopmedewerker parttime; Bijbaan Horeca;
Library Assistant, Part-Time; Adjunct Instructor; Adjunct Lecturer in History; Part-Time Faculty; Student Assistant (part-time)
`,
  "full-time": `
Site Reliability Engineer; Head Baker; Registered Nurse; Operations Director; Payroll Clerk; Ship's Captain; Conductor;
Electrician; Kindergarten Teacher; Store Manager; Associate Editor; Tax Adviser; Dental Hygienist; Fire Officer; Crane Operator;
Chief Product Officer; Head of People; Regional Sales Lead; Solutions Architect; Freight Broker; Art Director; Line Cook;
Museum Curator; Speech Therapist; Real Estate Agent; Civil Servant; Police Sergeant; Cabin Crew; Train Driver; Sous Chef;
Data Steward; Product Designer II; Platform Team Lead; Senior Associate, Audit; Vice President, Credit Risk; Underwriter;
Internal Communications Lead; International Tax Manager; Contract Negotiator; Contracts Lead; Research Operations Manager;
Volunteer Engagement Lead; Intern Mentor Program Lead; Founders Office Lead; Student Services Coordinator;
Apprenticeship Programme Lead; Part Sales Specialist; Freelance Marketplace Manager; Community Trust Officer; Advisor;
Ingenieurin für Bauwesen; Sachbearbeiter Einkauf; Chargée de clientèle; Contable; Gerente de tienda; Analista de sistemas;
Responsabile vendite; Boekhouder; Księgowa; Бухгалтер; 营业部经理; エンジニアリングマネージャー
`,
  contract: `
Freelance Illustrator; Freelance Copywriter; Freelance iOS Developer; Contract Java Developer; Contract Recruiter;
Independent Consultant; Independent Contractor, Design; Interim CFO; Interim Head of HR; Locum GP; Locum Veterinarian;
Temporary Office Assistant; Temp Receptionist; Supply Teacher, Primary; Substitute Teacher; Seasonal Farm Worker;
Seasonal Sales Associate; Freiberuflicher Texter; Freie Journalistin; Selbstständiger Grafiker; Consultant indépendant;
Développeuse freelance; Traductora autónoma; Desarrollador freelance; Fotografo freelance; ZZP'er Marketing;
Self-employed Gardener; Sole Trader, Carpentry; Gig Driver; Session Musician (Freelance)
`,
  founder: `
Founder; Co-Founder and CTO; Cofounder; Founder & Managing Director; CEO & Founder; Founding Partner; Owner; Business Owner;
Owner and Head Chef; Shop Owner; Co-Owner; Franchise Owner; Gründer; Mitgründerin; Gründer & Geschäftsführer; Inhaberin;
Fondateur; Cofondatrice; Fundador; Cofundadora; Fondatore; Oprichter; Właściciel; Основатель; 创始人; 創業者; Proprietor
`,
  research: `
Postdoctoral Researcher; Postdoc in Chemistry; PhD Student; PhD Candidate, Linguistics; Doctoral Researcher;
Graduate Research Assistant; Undergraduate Research Assistant; Research Assistant, Vision Lab; Visiting Researcher;
Visiting Scholar; Doktorand; Doktorandin Physik; Doctorant; Doctorante en biologie; Doctorando en Historia;
Wissenschaftliche Mitarbeiterin; Research Fellow; Marie Curie Fellow; Graduate Student Researcher; Promovendus
`,
  other: `
Volunteer; Volunteer Firefighter; Volunteer Math Tutor; Trustee; Trustee, Local Museum; School Governor; Board Member;
Non-Executive Director; Treasurer; Club Treasurer; Secretary, Student Union; President, Chess Club; Student Representative;
Campus Ambassador; Undergraduate Student; Exchange Student; Bundesfreiwilligendienst; Freiwilliges Soziales Jahr;
Service Civique - Animation; Ehrenamtlicher Trainer; Bénévole; Voluntaria; Voluntário; Volontaria; Zivildienst; Mentor (Volunteer)
`,
};

export const FRESH_TITLES: readonly LabelledTitle[] = ROLE_KINDS.flatMap((kind) =>
  FRESH[kind]
    .split(";")
    .map((title) => title.trim())
    .filter((title) => title !== "")
    .map((title) => ({ title, kind })),
);
