import { ROLE_KINDS, type RoleKind } from "#core/role-kind.ts";

/**
 * Titles as people write them in their exports. They were labelled by hand before any rule was tried on them. They
 * measure the rules that guess a title's kind.
 */
const LABELLED: Readonly<Record<RoleKind, string>> = {
  intern: `
Software Engineering Intern; Software Development Engineer Intern; SDE Intern - AWS;
Intern, Machine Learning Infrastructure; Summer Intern; Summer Software Engineering Intern; Winter Intern;
Fall 2022 Data Science Intern; Data Analyst Intern (Part-time); Marketing Intern; Graduate Intern Technical;
Undergraduate Technical Intern; Engineering Intern II; PhD Software Engineering Intern;
PhD Research Intern, Computer Vision; MBA Intern; Product Management Intern; APM Intern; STEP Intern; Explore Intern;
Legal Intern; Clinical Intern; Hardware Engineering Internship; Internship in Quality Assurance;
Internship - Embedded Software; Business Analyst Summer Internship; Off-Cycle Intern;
Investment Banking Summer Analyst; Incoming Summer Analyst; Sales & Trading Summer Analyst;
Summer Associate, Corporate Law; Summer Research Intern; Spring Insight Week; Vacation Scheme Student;
Industrial Placement Student; Year in Industry Placement Student; Engineering Placement Year; Engineering Trainee;
Network Trainee; Praktikant Softwareentwicklung; Praktikant im Bereich Controlling; Praktikantin Marketing;
Praktikum Data Science; Pflichtpraktikant; Schülerpraktikum; Werkstudent IT;
Werkstudent im Bereich Softwareentwicklung; Werkstudentin Data Analytics; Werkstudent:in Backend;
Studentische Werkstudententätigkeit; Working Student Software Development; Working Student (m/f/d) QA; Stagiaire;
Stagiaire ingénieur R&D; Stagiaire en développement web; Stage de recherche; Stage assistant ingénieur; Stage PFE;
Stage ouvrier; Ingénieur stagiaire; Développeur full stack (stage); Stage de fin d'études - Data Scientist;
Becario de desarrollo; Becaria; Prácticas de ingeniería; Prácticas profesionales; Practicante de TI;
Practicante preprofesional; Pasante de ingeniería; Pasantía en desarrollo; Estágio em Engenharia de Software;
Estagiário de TI; Estagiária de Marketing; Estágio curricular; Tirocinante sviluppatore; Tirocinio formativo;
Stage curriculare; Stagista marketing; Stagiair software engineering; Stagiaire bedrijfskunde; Meewerkstage;
Afstudeerstage machine learning; Afstudeerstagiair; Praktikant (Sommer); Sommarpraktikant;
Praktikant hos IT-avdelningen; Sommerpraktikant; Stażysta; Stażystka w dziale IT; Praktykant; Praktyki studenckie;
Stážista; Odborná praxe; Stajyer; Yazılım Stajyeri; Uzun Dönem Stajyer; Стажёр; Стажер-разработчик; Стажировка; インターン;
エンジニアインターン; 长期インターン; 实习生; 软件开发实习生; 算法实习; 인턴; 소프트웨어 엔지니어 인턴; Harjoittelija; Kesäharjoittelija; Gyakornok; Extern;
Externship Participant; Judicial Intern; Congressional Intern; Editorial Intern; Intern Software Developer at R&D;
Quant Trading Intern; Trading Intern; Research & Development Intern; UX Design Intern; Software Intern
`,
  "co-op": `
Software Engineering Co-op; Co-op Software Developer; Co-op Engineer, Manufacturing; Mechanical Engineering Co-Op;
Hardware Co-op (8 months); Coop Student - QA; Software Developer Co-op Student; Data Engineer, Co-op; Co-op/Intern;
Engineering Coop; Apprentice Software Engineer; Software Apprentice; Degree Apprentice; Data Analyst Apprentice;
Apprentice Electrician; Higher Apprenticeship in Software; Alternant développeur; Alternante data analyst;
Alternance - Ingénieur DevOps; Ingénieur en alternance; Chargée de communication en alternance;
Apprenti ingénieur logiciel; Apprentie développeuse; Duales Studium Wirtschaftsinformatik; Dualer Student;
Duale Studentin Informatik; Ausbildung Fachinformatiker Anwendungsentwicklung; Auszubildender Fachinformatiker;
Auszubildende zur Bankkauffrau; Azubi Industriekaufmann; Lehrling Mechatronik; Lernende Informatikerin;
Aprendiz de programación; Jovem Aprendiz; Apprendista sviluppatore; Apprendistato
`,
  "part-time": `
Part-time Software Developer; Software Developer (Part Time); Part Time Barista; Web Developer, part-time;
Part-Time Data Analyst; Teaching Assistant; Undergraduate Teaching Assistant; Graduate Teaching Assistant - Algorithms;
Teaching Assistant, CS 101; Head Teaching Assistant; Course Assistant; Student Assistant; Student Worker;
Student Software Developer; Student Ambassador; Campus Ambassador; IT Student Worker; Student Tutor; Peer Tutor;
Studentische Hilfskraft; Studentische Hilfskraft am Lehrstuhl für Informatik; HiWi; Tutor für Analysis;
Softwareentwickler (Teilzeit); Aushilfe; Minijob Verkauf; Développeur à temps partiel; Desarrollador a tiempo parcial;
Desarrollador (medio tiempo); Sviluppatore part-time; Ontwikkelaar (parttime); Studentmedewerker; Studentermedhjælper;
Student Assistant, Machine Learning; Studentassistent; Deltid säljare; Deeltijd developer; Entwicklerin in Teilzeit;
アルバイト; 兼职开发; Resident Assistant
`,
  contract: `
Contract Software Engineer; Software Engineer (Contract); Software Engineer - Contractor; Senior Developer, Contract;
Contract Web Developer; Independent Contractor; Contractor; IT Contractor; Freelance Web Developer;
Freelance Graphic Designer; Freelancer; Web Developer (Freelance); Freelance; Freelance Software Engineer & Consultant;
Self-employed; Self Employed Developer; Self-Employed Consultant; Independent Consultant;
Independent Software Consultant; Independent iOS Developer; Freiberuflicher Softwareentwickler; Freiberufler;
Freelance Entwickler; Selbstständiger Berater; Selbständig; Selbstständige Designerin; Développeur freelance;
Développeur indépendant; Consultant indépendant; Graphiste freelance; Desarrollador freelance; Desarrollador autónomo;
Consultor independiente; Programador por cuenta propia; Desenvolvedor freelancer; Consultor autônomo;
Sviluppatore freelance; Libero professionista; Consulente freelance; Zelfstandig consultant; ZZP'er;
Freelance ontwikkelaar; Egenföretagare; Frilansare; Interim CTO; Interim Product Manager; Fractional CFO;
Temporary Engineer; Temp Receptionist; Фрилансер; フリーランス; フリーランスエンジニア; 自由职业者; Subcontractor; 1099 Contractor;
Serbest Yazılım Geliştirici; Wolny strzelec
`,
  founder: `
Founder; Co-Founder; Cofounder & CTO; Co-Founder and CEO; Founder & CEO; CEO & Co-founder; Founder, CEO;
Founder and Software Engineer; Technical Cofounder; Founder | Product Engineer; Founder @ Stealth; Founder (YC W21);
Co-founder & Head of Product; Founder/Developer; Founder & Managing Partner; Solo Founder & Developer; Owner;
Owner / Developer; Owner and Operator; Business Owner; Co-Owner; Small Business Owner; Founding Partner; Gründer;
Gründer und Geschäftsführer; Mitgründer & CTO; Gründerin; Co-Gründer; Inhaber; Fondateur; Co-fondateur & CTO;
Cofondatrice; Fondatrice et directrice; Fundador; Cofundador y CTO; Socio fundador; Sócio fundador; Fundadora;
Fondatore; Co-fondatore; Socio fondatore; Oprichter; Mede-oprichter; Grundare; Medgrundare; Stifter; Medstifter;
Założyciel; Współzałożyciel; Zakladatel; Spoluzakladatel; Kurucu; Kurucu Ortak; Основатель; Сооснователь; 创始人; 联合创始人;
共同創業者; 創業者; Entrepreneur
`,
  research: `
Research Assistant; Undergraduate Research Assistant; Graduate Research Assistant; Graduate Student Researcher;
Student Researcher; Research Assistant, Robotics Lab; Research Assistant in Computational Biology; PhD Student;
PhD Candidate in Physics; Ph.D. Candidate; Ph.D. Student Researcher; PhD Researcher; PhD Fellow; Doctoral Student;
Doctoral Candidate; Doctoral Research Assistant; Postdoctoral Researcher; Postdoctoral Fellow;
Postdoctoral Research Associate; Postdoc; Post-Doc; Post Doctoral Scholar; Visiting Researcher;
Visiting Student Researcher; Visiting PhD Student; Visiting Scholar; Research Associate; Research Fellow;
Graduate Researcher; Undergraduate Researcher; Doktorand; Doktorandin am Institut für Physik;
Wissenschaftlicher Mitarbeiter; Wissenschaftliche Mitarbeiterin; Wissenschaftliche Hilfskraft (HiWi); Doctorant;
Doctorante en informatique; Doctorant CIFRE; Post-doctorant; Doctorando; Investigador predoctoral;
Investigador postdoctoral; Dottorando di ricerca; Assegnista di ricerca; Promovendus; PhD-student; Forskningsassistent;
Ph.d.-stipendiat; Stipendiat; Doktorant; Doktora Öğrencisi; Аспирант; 博士研究生; 博士後研究員; Bolsista de Iniciação Científica;
Pesquisador de doutorado
`,
  other: `
Volunteer; Volunteer Teacher; Volunteer Software Developer; Volunteer Firefighter; Board Member; Advisory Board Member;
Member of the Board of Directors; Board of Directors; Non-Executive Director; Angel Investor; Student; Career Break;
Sabbatical; Parental Leave; Gap Year; Military Service; Open Source Contributor; Ehrenamtlicher Helfer;
Freiwilliges Soziales Jahr; Bénévole; Voluntario; Voluntária; Volontario; Vrijwilliger; Wolontariusz; Волонтёр; ボランティア;
志愿者; Elternzeit; Zivildienst
`,
  "full-time": `
Software Engineer; Software Engineer II; Software Engineer III; Senior Software Engineer; Staff Software Engineer;
Principal Engineer; Software Development Engineer; SDE II; Software Developer; Junior Software Developer;
Graduate Software Engineer; Entry Level Software Engineer; Member of Technical Staff; Founding Engineer;
Founding Product Designer; Chief of Staff; Chief of Staff to the Founder; Founder's Associate; Founders Associate;
Product Manager; Senior Product Manager; Associate Product Manager; Group Product Manager; Product Owner;
Technical Program Manager; Program Manager; Project Manager; Internship Program Manager; University Recruiter, Interns;
Intern Program Coordinator; Co-op Program Coordinator; Early Careers Internship Coordinator; Engineering Manager;
Director of Engineering; VP Engineering; CTO; Chief Technology Officer; CEO; Data Scientist; Senior Data Scientist;
Data Engineer; Data Analyst; Machine Learning Engineer; Research Scientist; Senior Research Scientist;
Research Engineer; Applied Scientist; Quantitative Researcher; Quantitative Trader; UX Researcher; User Researcher;
Equity Research Associate; Investment Banking Analyst; Associate; Analyst; Business Analyst; Consultant;
Senior Consultant; Associate Consultant; Management Consultant; Solutions Architect; Site Reliability Engineer;
DevOps Engineer; Security Engineer; Hardware Engineer; Mechanical Engineer; Electrical Engineer; Test Engineer;
QA Engineer; Embedded Software Engineer; iOS Developer; Frontend Engineer; Full Stack Developer; UX Designer;
Product Designer; Graphic Designer; Contract Manager; Contracts Administrator; Smart Contract Engineer;
Procurement and Contracts Specialist; International Sales Manager; Internal Auditor; Internal Communications Manager;
Interior Designer; Stage Manager; Stage Technician; Stagecraft Instructor; Late Stage Investor;
Apprenticeship Program Manager; Volunteer Coordinator; Volunteer Manager; Student Affairs Officer;
Student Success Advisor; Director of Student Life; Training Coordinator; Placement Officer; Placement Consultant;
Practice Manager; Practice Lead; Partner; Managing Partner; Partnerships Manager; Business Development Manager;
Account Executive; Sales Development Representative; Marketing Manager; Customer Success Manager; Technical Writer;
Teacher; Lecturer; Assistant Professor; Associate Professor; Professor; Nurse; Physician; Attorney; Paralegal;
Accountant; Financial Analyst; Operations Manager; Office Manager; Executive Assistant; Administrative Assistant;
Barista; Cashier; Server; Graduate Engineer; Graduate Trainee; Management Trainee; Technology Analyst;
Leadership Development Program; Rotational Engineer; Softwareentwickler; Senior Softwareentwickler;
Softwareentwicklerin; Projektleiter; Produktmanagerin; Wirtschaftsprüfer; Teamleiter Entwicklung; Geschäftsführer;
Abteilungsleiter; Ingénieur logiciel; Développeur full stack; Ingénieure R&D; Chef de projet; Responsable marketing;
Directeur technique; Ingeniero de software; Desarrollador web; Desarrolladora backend;
Gerente de proyectos; Jefa de producto; Analista de datos; Engenheiro de Software; Desenvolvedor Full Stack;
Analista de Sistemas; Gerente de Produto; Ingegnere del software; Sviluppatore software; Responsabile commerciale;
Softwareontwikkelaar; Projectleider; Systemutvecklare; Mjukvaruutvecklare; Softwareudvikler; Systemutvikler;
Programista; Starszy programista; Inżynier oprogramowania; Vývojář; Programátor; Yazılım Mühendisi;
Yazılım Geliştirici; Разработчик; Ведущий инженер; Программист; ソフトウェアエンジニア; プロダクトマネージャー; 软件工程师; 产品经理; 소프트웨어 엔지니어;
Ohjelmistokehittäjä; Szoftverfejlesztő; Owner Relations Manager; Product Owner / Scrum Master; Process Owner;
Temporary Exhibitions Curator; Independent Living Specialist; Freelance Network Manager; Postmaster;
Research Program Manager; Clinical Research Coordinator; Market Research Analyst; Head of Research;
Learning and Development Partner; HR Business Partner; Intern Housing Manager; Summer School Director;
Summer Camp Counselor Lead; Working Capital Analyst; Part Programmer; Parts Manager; Self-Service Product Manager;
Board Game Designer; Board Certified Physician; Military Analyst; Open Source Program Manager; Career Coach;
Investor Relations Manager
`,
};

/**
 * Labelled after the rules were written, and never used to improve them. They show how well the rules do on unseen
 * titles.
 */
const HELD_OUT: Readonly<Record<RoleKind, string>> = {
  intern: `
Platform Engineering Intern (Remote); Intern - Corporate Finance; Growth Intern; Machine Learning Research Intern;
Robotics Software Intern; Consulting Intern; Summer Engineering Analyst; Mechanical Design Intern, Propulsion;
Student Intern; Software QA Internship (6 months); Summer Technology Analyst; Praktikant Unternehmensberatung;
Praktikum Produktentwicklung; Werkstudent Künstliche Intelligenz; Werkstudent Vertrieb und Marketing; Stagiaire data;
Stagiaire assistante RH; Stage développeur Java; Stage M2 - Recherche opérationnelle; Becario de investigación;
Practicante de sistemas; Estagiário de Desenvolvimento; Tirocinante; Tirocinio in azienda; Stagiair Marketing;
Staż wakacyjny; Praktykantka; Stáž v IT oddělení; Stajyer Mühendis; Стажёр-аналитик; 夏のインターンシップ; 产品实习生;
Internship Student; Interne en médecine; Prácticas en empresa
`,
  "co-op": `
Test Engineering Co-op; Co-op, Power Electronics; Software QA Co-op; Co-Op Student Engineer; Apprentice Data Engineer;
Software Developer Apprenticeship; Alternant Chef de projet; Apprenti développeur mobile; Auszubildende Mediengestalterin;
Dualer Student Elektrotechnik; Apprendista; Contrat d'apprentissage
`,
  "part-time": `
Adjunct Professor;
Part-time Instructor; Barista (part-time); Part Time Sales Associate; Lab Teaching Assistant; Graduate Assistant;
Student Technician; Student Web Developer; Writing Tutor; Wissenschaftlicher Mitarbeiter (Teilzeit 50%);
Studentische Hilfskraft Programmierung; Vendeuse à temps partiel; Dependiente a tiempo parcial; Commessa part-time;
Bijbaan; Extrajobb; パートタイム
`,
  contract: `
Contract UX Designer; Data Engineer (Contractor); Freelance Journalist; Freelance Photographer; Freelance Data Scientist;
Independent Web Developer; Contract-to-hire Developer; Consultant (Freelance); Freiberuflicher Dozent; Selbständiger Entwickler;
Rédacteur freelance; Traductora autónoma; Freelance illustratore; Freelance tekstschrijver; Interim Manager;
Fractional Head of Growth; Frilansjournalist; Фрилансер-дизайнер; Self-employed Photographer; Agency Contractor
`,
  founder: `
Founder & Chief Scientist; Co-Founder / COO; Founding CEO; Co-founder, Engineering; Founder at Side Project; Owner, Photographer;
Gründer & CEO; Mitgründerin; Co-fondatrice; Fondateur et PDG; Cofundadora y CEO; Socio fundador; Fondatore e CEO;
Oprichter en eigenaar; Medgrundare och VD; Założyciel i CEO; Основатель и CEO; 创始人兼CEO; Startup Founder; Serial Entrepreneur
`,
  research: `
Research Assistant (Unpaid); Research Assistant - NLP Group; PhD Candidate, Machine Learning; Doctoral Fellow;
Postdoctoral Scholar; Visiting Research Fellow; Graduate Research Fellow; Undergraduate Research Fellow;
Postdoctoral Scientist; Doktorand Maschinelles Lernen; Wissenschaftliche Mitarbeiterin und Doktorandin; Doctorant en mathématiques;
Doctoranda en Biología; Dottoranda in Fisica; Doktorant, Instytut Informatyki; 博士後期課程; Chercheur postdoctoral; Postdoktor
`,
  other: `
Volunteer Tutor; Volunteer Web Developer; Volunteer, Food Bank; Board Observer; Member of the Advisory Board;
Parental leave; Career break - travel; Bénévole aux urgences; Voluntario ambiental; Ehrenamtlicher Trainer; Military Service (Sergeant);
Full-time Student; High School Student
`,
  "full-time": `
Software Engineer, Infrastructure; Software Engineer I; Forward Deployed Engineer; Backend Developer (Go); Cloud Engineer;
Senior Manager, Data Platform; Director, Product; SVP Operations; Head of Design; Lead Mobile Developer; Scrum Master;
Database Administrator; Network Administrator; Field Application Engineer; Process Engineer; Quality Engineer; Manufacturing Engineer;
Application Support Analyst; Strategy Associate; Private Equity Associate; Investment Analyst; Tax Associate; Audit Senior;
Actuarial Analyst; Underwriter; HR Generalist; Talent Acquisition Specialist; Campus Recruiter; Internship Recruiter;
Internal Tools Developer; Internet Marketing Specialist; International Tax Manager; Interim Analysis Statistician;
Research Analyst; Principal Scientist; Clinical Scientist; Lab Manager; Medical Doctor; Resident Physician; Pharmacist;
High School Teacher; Librarian; Journalist; Editor; Copywriter; Translator; Photographer; Chef; Store Manager;
Sales Associate; Flight Attendant; Police Officer; Lieutenant; Contract Lawyer; Contract Negotiator; Independent Director Liaison;
Community Manager; Founder Success Manager; Owner's Representative; Product Owner CRM; Entwicklungsingenieur; Fachinformatiker;
Wirtschaftsinformatiker; Sachbearbeiter; Vertriebsleiter; Ingénieur systèmes; Chargé de mission; Comptable; Développeuse mobile;
Jefe de ventas; Técnico de soporte; Ingeniera de datos; Coordenador de Projetos; Engenheira de Produção; Sistemista; Impiegato;
Accountmanager; Beleidsmedewerker; Utvecklare; Konsult; Udvikler; Rådgiver; Specjalista ds. marketingu; Kierownik projektu;
Účetní; Mühendis; Satış Müdürü; Инженер; Менеджер проекта; エンジニア; 営業; 前端开发工程师; 数据分析师; 데이터 분석가
`,
};

export type LabelledTitle = { title: string; kind: RoleKind };

function listOf(labelled: Readonly<Record<RoleKind, string>>): LabelledTitle[] {
  return ROLE_KINDS.flatMap((kind) =>
    labelled[kind]
      .split(";")
      .map((title) => title.trim())
      .map((title) => ({ title, kind })),
  );
}

export const LABELLED_TITLES: readonly LabelledTitle[] = listOf(LABELLED);
export const HELD_OUT_TITLES: readonly LabelledTitle[] = listOf(HELD_OUT);
