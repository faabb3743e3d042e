import { ROLE_KINDS, type RoleKind } from "#core/role-kind.ts";
import type { LabelledTitle } from "./labelled-titles.ts";

/**
 * Titles of all trades with the kind that a reader would give them. Every second one of a kind is held out: no rule was
 * made with it.
 */
const LABELLED: Readonly<Record<RoleKind, string>> = {
  intern: `
Nursing Intern; Clinical Psychology Intern; Pharmacy Intern; Dietetic Intern; Veterinary Intern;
Architectural Intern; Interior Design Intern; Fashion Design Intern; Editorial Intern; Newsroom Intern; Radio Intern;
Film Production Intern; Museum Intern; Gallery Intern; Curatorial Intern; Hotel Management Intern; Culinary Intern;
Event Planning Intern; Human Resources Intern; Recruiting Intern; Accounting Intern; Audit Intern; Tax Intern;
Private Equity Intern; Actuarial Intern; Supply Chain Intern; Manufacturing Engineering Intern; Civil Engineering Intern;
Mechanical Engineering Intern; Electrical Engineering Intern; Chemical Engineering Intern; Biomedical Engineering Intern;
Environmental Science Intern; Policy Intern; Legislative Intern; Campaign Intern; Social Work Intern; Counseling Intern;
School Psychology Intern; Sports Management Intern; Athletic Training Intern; Physical Therapy Intern; Lab Intern;
Praktikantin im Einkauf; Praktikum im Krankenhaus; Werkstudent Marketing; Werkstudentin Buchhaltung; Stagiaire avocat;
Stagiaire en comptabilité; Becario de contabilidad; Practicante de recursos humanos; Estagiário de Direito;
Estagiária de Psicologia; Tirocinante avvocato; Summer Analyst; Summer Associate; Trainee Solicitor; Trainee Accountant;
Teaching Intern; Marketing Internship; Photography Internship; Internship at the Embassy; Student Intern, Parks Department
`,
  "co-op": `
Engineering Co-op; Mechanical Engineering Co-op; Co-op Student, Finance; Supply Chain Co-op; Accounting Co-op;
Pharmacy Co-op; Laboratory Co-op; Apprentice Electrician; Apprentice Plumber; Apprentice Carpenter; Apprentice Chef;
Apprentice Hairdresser; Apprentice Mechanic; Apprentice Welder; Degree Apprentice; Apprenticeship in Joinery;
Auszubildender Industriekaufmann; Auszubildende zur Bankkauffrau; Ausbildung zum Mechatroniker; Azubi Fachinformatiker;
Lehrling Koch; Lernende Kauffrau; Apprenti boulanger; Apprentie coiffeuse; Alternant marketing; Alternante comptable;
Contrat d'apprentissage - Cuisinier; Apprendista elettricista; Aprendiz de Carpintero; Duales Studium BWL; Dual Student;
Dualer Student Maschinenbau; Cooperative Education Student; Leerling Timmerman; Jovem Aprendiz; Software Engineering Co-op
`,
  "part-time": `
Adjunct Professor; Adjunct Lecturer; Adjunct Faculty; Adjunct Instructor; Part-time Cashier; Barista (part-time); Part Time Sales Associate; Part-Time Receptionist; Casual Bartender;
Casual Retail Assistant; Casual Academic; Casual Nurse; Minijob im Einzelhandel; Minijobber; Aushilfe im Verkauf;
Aushilfskraft Gastronomie; Student Assistant; Student Worker; Student Library Assistant; Studentische Hilfskraft;
Teaching Assistant; Graduate Teaching Assistant; Undergraduate Teaching Assistant; Peer Tutor; Resident Assistant;
Campus Ambassador; Brand Ambassador (part time); Weekend Receptionist (part-time); Vendeur à temps partiel;
Cajera medio tiempo; Commesso part-time; Caissier étudiant (temps partiel); Bijbaan; Deltidsmedarbetare; アルバイト;
카페 아르바이트; 兼职教师; Student Caller, Annual Fund (part-time); Studentisk medhjælper; Course Assistant;
Lifeguard (part-time); Delivery Driver - Part Time; Student Technician; Student Tutor; Casual Lecturer;
Teilzeitkraft Büro; Teilzeit Verkäuferin; Part-time Lecturer; Casual Shop Assistant; Hiwi am Lehrstuhl
`,
  contract: `
Freelance Photographer; Freelance Journalist; Freelance Translator; Freelance Writer; Freelance Illustrator;
Freelance Makeup Artist; Freelance Video Editor; Freelance Musician; Freelance Interpreter; Locum Doctor; Locum GP;
Locum Pharmacist; Locum Consultant Anaesthetist; Locum Veterinary Surgeon; Locum Tenens Physician; Supply Teacher;
Primary Supply Teacher; Substitute Teacher; Relief Teacher; Agency Nurse; Bank Nurse; Travel Nurse;
Sole Trader; Self-employed Plumber; Self Employed Electrician; Selbstständige Grafikerin; Freiberufliche Übersetzerin;
Freier Journalist; Freie Mitarbeiterin; Independent Consultant; Independent Contractor; Contract Nurse;
Contractor - Carpentry; Interim CFO; Interim Manager; Interim Head of HR; Fractional CMO; Temporary Receptionist;
Temp Office Assistant; Temporary Warehouse Worker; Auto-entrepreneur; Indépendant; Autónomo; Trabajadora autónoma;
Libero professionista; ZZP'er; Zelfstandig fotograaf; Frilansjournalist; Freelancer; Seasonal Worker; Seasonal Farm Worker; Zeitarbeiter;
Intérimaire; Vacataire; Profesor interino; Subcontractor; Gig Worker; Dozentin auf Honorarbasis; Honorarkraft;
Freelance Graphic Designer; Freelance Copywriter; Freelance Tour Guide; Freelance Editor; Freelance Web Designer
`,
  founder: `
Founder; Co-Founder & CEO; Founder and Head Baker; Restaurant Owner; Shop Owner; Business Owner; Owner; Owner/Operator;
Owner & Chef; Franchise Owner; Franchisee; Salon Owner; Café Owner; Bakery Owner; Farm Owner; Gym Owner; Studio Owner;
Co-owner; Owner and Photographer; Founding Partner; Founding Director; Inhaber; Inhaberin Friseursalon; Gründer;
Geschäftsführender Gesellschafter; Gérant fondateur; Fondatrice; Propriétaire; Propietario; Dueño; Proprietário;
Titolare; Eigenaar; Ägare; Właściciel; Владелец; 創業者; 店主; Proprietor; Entrepreneur; Serial Entrepreneur; Small Business Owner; Practice Owner;
Founder & Executive Director; Principal and Founder; Owner, Dental Practice; Managing Partner & Co-founder; Co-Founder
`,
  research: `
Postdoctoral Researcher; Postdoctoral Fellow; Postdoc in Chemistry; Doctoral Candidate; PhD Student; PhD Candidate in History;
Doctoral Researcher; Research Assistant; Graduate Research Assistant; Undergraduate Research Assistant; Research Fellow;
Research Associate, Sociology; Visiting Scholar; Visiting Researcher; Visiting Research Fellow; Doktorand;
Doktorandin am Lehrstuhl; Wissenschaftlicher Mitarbeiter; Wissenschaftliche Mitarbeiterin; Wissenschaftliche Hilfskraft;
Doctorant; Doctorante en biologie; Dottorando di ricerca; Assegnista di ricerca; Doctoranda; Promovendus; Stipendiat;
Bolsista de Iniciação Científica; Bolsista de doutorado; Student Researcher; Undergraduate Researcher; Predoctoral Fellow;
博士研究生; 博士課程; Аспирант; Doktora Öğrencisi; Investigador predoctoral; Chercheur postdoctoral; Visiting Professor;
Research Student; Ph.D. Researcher; Postdoctoral Research Associate; Graduate Researcher, Genetics; Junior Research Fellow
`,
  other: `
Undergraduate Student; Graduate Student; Student; Master's Student; Law Student; Medical Student; High School Student;
Exchange Student; MBA Student; Volunteer; Volunteer Firefighter; Volunteer Teacher; Hospital Volunteer; Red Cross Volunteer;
Volunteer Coach; Peace Corps Volunteer; Trustee; Charity Trustee; Board of Trustees; Treasurer; Club Treasurer;
Honorary Treasurer; Board Member; Non-Executive Director; School Governor; Advisory Board Member; Board Advisor;
FSJ; FSJ im Altenheim; Freiwilliges Soziales Jahr; FÖJ; Bundesfreiwilligendienst; BFD; Zivildienstleistender; Service civique;
Volontaire en service civique; Servizio civile; Bénévole; Voluntaria; Vrijwilliger; Ehrenamtlicher Helfer; Career Break;
Sabbatical; Parental Leave; Maternity Leave; Elternzeit; Military Service; Wehrdienst; Gap Year; Full-time Parent;
Stay-at-Home Mom; Homemaker; Angel Investor; Open Source Contributor; Bachelor Student; Étudiant; Estudiante; Studentin;
Studente; 学生; Club President; Student Council President; Scout Leader (volunteer); Parish Volunteer; Mentor (volunteer); Caregiver for a family member
`,
  "full-time": `
Medical Intern; Intern Doctor; Registered Nurse; Staff Nurse; Midwife; Paramedic; General Practitioner; Surgeon; Dentist; Pharmacist; Veterinarian;
Physiotherapist; Occupational Therapist; Radiographer; Care Assistant; Medical Secretary; Primary School Teacher;
Head Teacher; Mathematics Teacher; Teacher of English; Nursery Manager; Lecturer; Senior Lecturer; Professor of Law;
Assistant Professor; Associate Professor; Librarian; Archivist; Solicitor; Barrister; Paralegal; Legal Secretary; Judge;
Police Officer; Firefighter; Prison Officer; Soldier; Electrician; Plumber; Carpenter; Bricklayer; Welder; Roofer;
Site Manager; Quantity Surveyor; Civil Engineer; Architect; Crane Operator; Truck Driver; Bus Driver; Train Driver; Pilot;
Cabin Crew; Air Traffic Controller; Ship's Captain; Chef; Sous Chef; Waiter; Bartender; Barista; Hotel Receptionist;
Housekeeper; Baker; Butcher; Farmer; Gardener; Forester; Fisherman; Cashier; Sales Assistant; Store Manager; Buyer;
Visual Merchandiser; Hairdresser; Beautician; Accountant; Bookkeeper; Auditor; Tax Adviser; Bank Clerk; Loan Officer;
Insurance Broker; Actuary; Economist; Journalist; Editor; Photographer; Graphic Designer; Actor; Dancer; Musician;
Translator; Interpreter; Social Worker; Counsellor; Psychologist; Priest; Chaplain; Founder Relations Manager;
Volunteer Services Manager; Volunteer Coordinator; Volunteer Manager; Internship Coordinator; Intern Program Manager;
Product Owner; Process Owner; Student Services Officer; Student Affairs Coordinator; Student Recruitment Manager;
Director of Student Life; Treasury Analyst; Assistant Treasurer; Corporate Treasurer; Group Treasurer; Franchise Manager;
Franchise Development Director; Supply Chain Manager; Supply Planner; Contract Manager; Contracts Administrator;
Research Scientist; Research Engineer; Research Nurse; Market Research Manager; Research Director; Clinical Research Coordinator;
Casualty Nurse; Casualty Underwriter; Casual Dining Manager; Trust Officer; Board Secretary; Board Operator; Owner Relations Manager;
Management Trainee; Graduate Trainee; Graduate Engineer; Apprenticeship Manager; Cooperative Manager; Placement Officer;
Account Manager; Key Account Manager; Human Resources Manager; Payroll Officer; Office Manager; Executive Assistant;
Warehouse Operative; Forklift Driver; Machine Operator; Production Manager; Quality Inspector; Maintenance Technician;
Krankenschwester; Erzieherin; Lehrerin; Bürokauffrau; Verkäuferin; Infirmière; Professeur des écoles; Vendeuse; Enfermera;
Profesora; Contador; Infermiera; Insegnante; Enfermeiro; Verpleegkundige; Sjuksköterska; Nauczyciel; Учитель; 教師; 간호사
`,
};

const all: LabelledTitle[] = ROLE_KINDS.flatMap((kind) =>
  LABELLED[kind]
    .split(";")
    .map((title) => title.replaceAll(/\s+/gu, " ").trim())
    .filter((title) => title !== "")
    .map((title) => ({ title, kind })),
);

export const TRADE_TITLES = all.filter((_, at) => at % 2 === 0);
export const HELD_OUT_TRADE_TITLES = all.filter((_, at) => at % 2 === 1);
