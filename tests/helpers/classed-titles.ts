import { FAMILIES, LEVELS, type Family, type Level } from "#features/title/schema.ts";

/**
 * Titles of all trades with the family and level that a reader would give
 * them, labelled before the rules were measured. Interns are not among them:
 * their level follows from the role's kind.
 */
// oxfmt-ignore
const LABELLED: Readonly<Partial<Record<Family, Partial<Record<Level, string>>>>> = {
  software: {
    junior: `
      Junior Full Stack Developer; Graduate Software Developer; Entry-Level Software Engineer;
      Associate Software Developer; New Grad Software Engineer; Software Engineer I; Jr. Web Developer;
      Software Engineer 1; Graduate Engineer, Cloud Platform; Junior Java Developer; Junior QA Tester;
      Junior DevOps Engineer`,
    mid: `
      Software Engineer - Payments; SWE, Search; SDE 2; Backend Engineer (Go); React Native Developer;
      Ruby on Rails Developer; WordPress Developer; Software Engineer, Machine Learning;
      QA Automation Engineer; Kotlin Engineer; Developer; Programmer; Engineer; C++ Developer;
      Unity Developer; Platform Engineer, Developer Tools; Site Reliability Engineer (SRE);
      Salesforce Developer; Rust Engineer; Search Engineer; Softwareentwickler; Développeur back-end;
      Desarrollador de software; Sviluppatore web; Programista Java; ソフトウェアエンジニア; 后端开发工程师; Разработчик;
      Yazılım Mühendisi; Member of Technical Staff, Inference; Customer-facing Software Engineer;
      Software Test Engineer`,
    senior: `
      Senior Software Engineer, Growth; Sr Software Engineer; Sr. Full-Stack Engineer; Senior Developer;
      Software Engineer III - Ads; Senior Engineer; Senior Site Reliability Engineer, Storage;
      Senior Mobile Developer (iOS/Android); Senior Backend Engineer - Remote; Senior Product Engineer;
      Senior Softwareentwickler; Starszy programista; Senior SDET; Sr. Frontend Developer`,
    lead: `
      Lead Developer; Lead Backend Engineer; Technical Lead, Checkout; Tech Lead - Mobile; QA Lead;
      Engineering Team Lead; Lead iOS Engineer; Teamleiter Softwareentwicklung`,
    staff: `
      Staff Engineer; Staff Software Engineer, Infrastructure; Staff Backend Engineer;
      Senior Staff Engineer; Software Architect, Payments; Staff Site Reliability Engineer;
      Staff iOS Engineer; Cloud Architect (AWS)`,
    principal: `
      Principal Engineer; Principal Software Engineer, Compute; Senior Principal Engineer;
      Senior Cloud Architect; Principal Developer`,
    distinguished: `Distinguished Software Engineer; Distinguished Engineer, Networking Software`,
    manager: `
      Engineering Manager, Growth; Senior Engineering Manager; Software Development Manager III;
      Manager, Software Engineering; Engineering Manager II; Manager, Site Reliability Engineering;
      QA Manager; Mobile Engineering Manager; Senior Manager, Software Development; Manager of Engineering`,
    director: `
      Director, Engineering; Director of Software Engineering; Sr. Director of Engineering;
      Head of Engineering, EMEA; Head of Mobile; Associate Director, Engineering;
      Director of Platform Engineering`,
    vp: `VP, Engineering; SVP Engineering; Vice President of Software Development; VP Platform`,
    executive: `CTO and Co-founder; Chief Technical Officer; Co-Founder / CTO; Interim CTO`,
  },
  "machine-learning": {
    junior: `Junior Machine Learning Engineer; Associate ML Engineer`,
    mid: `
      ML Engineer; AI/ML Engineer; Machine Learning Software Engineer; Applied Scientist II; NLP Scientist;
      Generative AI Engineer; Perception Engineer; MLOps Engineer - Vision; AI Specialist;
      Machine Learning Scientist`,
    senior: `
      Senior ML Engineer; Sr. Applied Scientist; Senior AI Engineer, Agents;
      Senior Computer Vision Engineer`,
    staff: `Staff ML Engineer; Staff Machine Learning Engineer, Ranking`,
    principal: `Principal ML Engineer`,
    manager: `Machine Learning Engineering Manager; Manager, Applied Science; AI Manager`,
    director: `Head of AI Research; Director of AI`,
  },
  data: {
    junior: `Junior BI Analyst; Graduate Data Analyst; Associate Data Scientist; Junior Data Engineer`,
    mid: `
      Data Analyst - Marketing; Analytics Engineer, Growth; BI Developer; Data Engineer (Spark);
      Database Administrator (Oracle); Decision Scientist; Data Scientist II; Data Architect I;
      Power BI Analyst; Data Governance Analyst; Analista de datos; Data Analyst / Scientist;
      ETL Developer`,
    senior: `
      Senior Data Analyst, Risk; Senior Analytics Engineer; Sr. Data Scientist;
      Senior Database Administrator`,
    lead: `Lead Data Engineer; Data Science Lead; Analytics Lead`,
    staff: `Staff Data Scientist, Experimentation; Data Architect`,
    principal: `Principal Data Engineer`,
    manager: `Manager, Data Science; Data Manager; Senior Manager, Analytics; BI Manager`,
    director: `Head of Analytics; Director, Data & Insights; Director of Business Intelligence`,
    executive: `Chief Data Officer, EMEA`,
  },
  it: {
    mid: `
      System Administrator; Linux Administrator; IT Support Technician; Network Administrator II;
      IT Analyst; Helpdesk Technician; Desktop Support Engineer; SAP Consultant; IT Systems Specialist;
      Data Center Technician; Fachinformatiker Systemintegration`,
    senior: `Senior Systems Administrator; Senior Network Engineer`,
    manager: `IT Service Manager; IT Operations Manager; Manager, Information Technology`,
    director: `Director of Information Technology; Head of IT Operations`,
    executive: `CIO`,
  },
  security: {
    mid: `
      Cybersecurity Analyst; Information Security Analyst; Cloud Security Engineer; Pentester;
      Application Security Engineer II; SOC Analyst; Threat Intelligence Analyst; Fraud Analyst`,
    senior: `Senior Security Analyst; Senior Cyber Security Consultant; Senior Penetration Tester`,
    lead: `Security Lead`,
    manager: `Information Security Manager`,
    director: `Director of Cybersecurity`,
    executive: `CISO`,
  },
  hardware: {
    junior: `Junior Electronics Engineer; Graduate Electrical Engineer`,
    mid: `
      ASIC Verification Engineer; Firmware Developer; Embedded Systems Engineer;
      Electrical Design Engineer; Silicon Engineer; Robotics Software Engineer; Power Electronics Engineer;
      PCB Designer; Physical Design Engineer II; Wireless Systems Engineer, RF; PLC Programmer;
      Ingénieur électronique`,
    senior: `Senior FPGA Engineer; Sr. Embedded Engineer; Senior RF Engineer; Senior Hardware Design Engineer`,
    staff: `Staff ASIC Engineer; Staff Electrical Engineer`,
    principal: `Principal Hardware Engineer`,
    manager: `Hardware Manager; Manager, Firmware; Silicon Engineering Manager`,
    director: `Director of Hardware`,
    vp: `VP of Hardware Engineering`,
  },
  engineering: {
    junior: `Graduate Civil Engineer; Junior Mechanical Engineer; Graduate Trainee Civil Engineering`,
    mid: `
      Mechanical Design Engineer; Structural Engineer (Bridges); Process Engineer II;
      Manufacturing Engineer; Chemical Process Engineer; Quality Assurance Inspector, Manufacturing;
      HVAC Engineer; Landscape Architect; CAD Technician; Geotechnical Engineer; Drilling Engineer;
      Aerospace Stress Engineer; Field Service Engineer; Maintenance Technician; Battery Engineer;
      Maschinenbauingenieur; Vehicle Dynamics Engineer; Environmental Consultant; Land Surveyor`,
    senior: `
      Senior Process Engineer; Senior Structural Engineer; Sr. Manufacturing Engineer;
      Senior Project Engineer`,
    lead: `Lead Mechanical Engineer; Production Supervisor; Lead Propulsion Engineer`,
    staff: `Staff Mechanical Engineer`,
    principal: `Principal Civil Engineer; Chief Engineer, Powertrain`,
    manager: `
      Manufacturing Manager; Quality Manager; Maintenance Manager; Construction Manager;
      Production Manager`,
    director: `Director of Manufacturing; Director of Construction`,
  },
  research: {
    junior: `PhD Candidate; Doctoral Student; Graduate Research Assistant; Research Assistant II; Doktorand`,
    mid: `
      Research Scientist, Vision; Postdoctoral Fellow; Postdoc; Research Associate; Research Engineer, NLP;
      Lab Technician; Physicist; Biologist; Economist; Visiting Researcher; Research Technician;
      Scientist II; Bioinformatics Scientist; Chercheur`,
    senior: `Senior Scientist; Senior Research Associate; Senior Economist; Senior Research Engineer`,
    staff: `Staff Research Scientist; Staff Scientist`,
    principal: `Principal Research Scientist; Principal Scientist`,
    manager: `Lab Manager; Research Manager, Health`,
    director: `Director of Research; Head of Research`,
  },
  product: {
    junior: `Associate Product Manager; Junior Product Manager; Junior Project Manager; Associate Project Manager`,
    mid: `
      Product Manager, Growth; Technical Program Manager II; Project Manager (Construction Software);
      Product Owner; Scrum Master; PM; Product Manager - AI; Programme Manager; Agile Coach;
      Delivery Manager; Projektleiter; Chef de projet; IT Project Manager; Product Analyst`,
    senior: `
      Senior Product Manager, Payments; Sr. PM; Senior Program Manager; Senior Product Owner;
      Senior Scrum Master`,
    lead: `Product Lead; Lead Product Manager`,
    staff: `Staff Product Manager`,
    principal: `Principal Product Manager; Principal Program Manager`,
    manager: `Group Product Manager, Ads; Manager, Product Management; Manager of Program Management`,
    director: `Director, Product Management; Head of Product; Senior Director of Product`,
    vp: `VP Product; Vice President, Product Management`,
    executive: `CPO`,
  },
  design: {
    junior: `Junior UX Designer; Junior Graphic Designer`,
    mid: `
      UX/UI Designer; Interaction Designer; Motion Designer; Brand Designer; UX Researcher;
      Interior Designer; Service Designer; Web Designer; 3D Artist; Graphiste; Industrial Designer`,
    senior: `Senior UX Designer; Senior Graphic Designer; Senior UX Researcher; Sr. Product Designer`,
    lead: `Lead Designer; Design Lead`,
    staff: `Staff Designer`,
    principal: `Principal Designer`,
    manager: `Product Design Manager; UX Manager; Manager, Design`,
    director: `Creative Director; Design Director; Art Director`,
  },
  finance: {
    junior: `Investment Banking Analyst; Junior Accountant; Graduate Actuary; Junior Trader`,
    mid: `
      Equity Research Associate; Tax Consultant; Auditor; Risk Analyst;
      Private Equity Associate; Staff Accountant; Quant Researcher; Portfolio Manager; Credit Analyst;
      Loan Officer; Insurance Underwriter; Venture Capital Associate; Financial Advisor; Claims Adjuster;
      Comptable; Steuerberater; Relationship Manager, Private Banking`,
    senior: `Senior Financial Analyst; Senior Auditor; Senior Quantitative Researcher; Senior Tax Associate`,
    manager: `Finance Manager; Audit Manager; Accounting Manager; Senior Tax Manager; Treasury Manager`,
    director: `Finance Director; Director of FP&A; Head of Trading; Investment Director`,
    vp: `VP, Investment Banking; Vice President - Equity Derivatives`,
    executive: `CFO; Chief Investment Officer`,
  },
  consulting: {
    junior: `Junior Consultant; Associate Consultant`,
    mid: `
      Management Consultant; Strategy Consultant; Business Analyst; Consultant; Berater;
      Transformation Consultant; Consultor`,
    senior: `Senior Consultant; Senior Business Analyst`,
    manager: `Engagement Manager; Consulting Manager`,
    director: `Director, Consulting`,
  },
  operations: {
    junior: `Junior Buyer`,
    mid: `
      Operations Associate; Supply Chain Planner; Logistics Coordinator; Executive Assistant to the CEO;
      Office Administrator; Procurement Specialist; Buyer; Administrative Assistant;
      Strategy & Operations Associate; Data Entry Clerk; Founder's Associate;
      Business Operations Associate; Personal Assistant; Secretary`,
    senior: `Senior Operations Analyst; Chief of Staff; Senior Buyer`,
    manager: `Supply Chain Manager; Logistics Manager; Operations Manager; Warehouse Operations Manager`,
    director: `Director of Operations; Head of Supply Chain`,
    vp: `VP Operations`,
    executive: `COO`,
  },
  sales: {
    junior: `Junior Account Executive`,
    mid: `
      Account Executive, Enterprise; Sales Engineer; Business Development Representative;
      Key Account Manager; Sales Representative; Partnerships Manager; Account Manager;
      Business Development Manager; Inside Sales Representative; Real Estate Agent; Territory Manager;
      Solutions Sales Specialist; Vertriebsmitarbeiter; Comercial de ventas`,
    senior: `Senior Account Executive; Senior Account Manager; Senior Sales Engineer`,
    lead: `Sales Team Lead`,
    manager: `Regional Sales Manager; Sales Manager; Manager, Sales Development; Vertriebsleiter`,
    director: `Director of Sales; Head of Business Development; Commercial Director`,
    vp: `VP Sales, Americas`,
    executive: `Chief Revenue Officer`,
  },
  marketing: {
    junior: `Junior Marketing Specialist`,
    mid: `
      Marketing Associate; SEO Specialist; Content Strategist; Social Media Manager;
      Product Marketing Manager; PR Specialist; Digital Marketing Specialist; Event Coordinator;
      Brand Ambassador; Communications Specialist; Market Research Analyst; Growth Marketer;
      Community Manager`,
    senior: `Senior Product Marketing Manager; Senior Brand Manager; Senior Marketing Specialist`,
    lead: `Growth Marketing Lead`,
    manager: `Digital Marketing Manager; Marketing Manager; Email Marketing Manager`,
    director: `Head of Growth; Marketing Director; Director, Communications`,
    vp: `VP Marketing`,
    executive: `Chief Marketing Officer`,
  },
  support: {
    mid: `
      Customer Support Representative; Technical Support Specialist; Customer Success Manager;
      Support Engineer; Application Support Analyst; Call Center Agent; Client Services Associate;
      Customer Service Agent`,
    senior: `Senior Customer Success Manager; Senior Support Engineer`,
    lead: `Customer Service Team Leader; Support Lead`,
    manager: `Customer Service Manager; Support Manager; Manager, Customer Success`,
    director: `Director, Customer Success`,
  },
  people: {
    mid: `
      Technical Recruiter; HR Generalist; Talent Acquisition Partner; HR Business Partner;
      People Operations Specialist; Talent Sourcer; Learning & Development Specialist; Payroll Specialist;
      Recruitment Consultant`,
    senior: `Senior Recruiter; Senior HR Business Partner`,
    manager: `HR Manager; Recruiting Manager; Talent Acquisition Manager`,
    director: `Head of Talent; Director of People; HR Director`,
    vp: `VP People`,
    executive: `Chief Human Resources Officer`,
  },
  legal: {
    mid: `
      Associate Attorney; Corporate Counsel; Paralegal; Compliance Analyst; Patent Agent; Policy Advisor;
      Solicitor; Law Clerk; Contracts Manager; Abogado; Avocat`,
    senior: `Senior Counsel; Senior Compliance Officer`,
    director: `Legal Director; Head of Compliance`,
    executive: `General Counsel`,
  },
  education: {
    junior: `Teaching Assistant; Graduate Teaching Assistant`,
    mid: `
      Math Teacher; Lecturer in Physics; English Tutor; Instructor; School Counselor; Swim Coach;
      Academic Advisor; Corporate Trainer; Lehrer; Librarian; Preschool Teacher`,
    senior: `Senior Lecturer; Assistant Professor`,
    staff: `Associate Professor`,
    principal: `Professor; Full Professor`,
    director: `Dean of Engineering; High School Principal`,
  },
  health: {
    mid: `
      Registered Nurse, ICU; Staff Nurse; General Practitioner; Dentist; Physical Therapist;
      Clinical Psychologist; Pharmacy Technician; Social Worker; Veterinarian; Surgeon; Paramedic;
      Radiologist; Krankenpfleger; Médecin; Medical Scribe; Clinical Research Associate`,
    senior: `Senior Pharmacist; Senior Nurse`,
    manager: `Nurse Manager; Clinic Manager`,
    director: `Medical Director`,
    executive: `Chief Medical Officer`,
  },
  media: {
    junior: `Junior Copywriter; Assistant Editor`,
    mid: `
      Technical Writer; Journalist; Photographer; Video Editor; Translator; Content Writer; Staff Writer;
      Sound Engineer; Reporter; Illustrator; Musician; Music Producer; Freelance Writer`,
    senior: `Senior Technical Writer; Senior Editor`,
    director: `Editor-in-Chief; Film Director`,
  },
  service: {
    mid: `
      Line Cook; Barista; Truck Driver; Police Officer; Retail Associate; Cashier; Hairdresser;
      Electrician; Sales Associate; Waitress; Housekeeper; Firefighter; Personal Trainer; Flight Attendant;
      Forklift Operator; Receptionist; Carpenter`,
    lead: `Shift Supervisor; Shift Lead`,
    manager: `Restaurant Manager; Assistant Store Manager; Hotel Manager; Retail Store Manager`,
  },
  general: {
    mid: `
      Specialist; Associate; Analyst; Volunteer; Team Member of the Year;
      Student Ambassador Programme Alumnus; Owner's Representative; Keeper; Board Member; Freelancer;
      Self-employed; Angel Investor`,
    senior: `Senior Associate; Senior Specialist; Senior Analyst`,
    lead: `Team Leader`,
    manager: `General Manager; Area Manager; Regional Manager; Manager; District Manager; Branch Manager`,
    director: `Director; Executive Director; Regional Director; Head of Strategic Initiatives`,
    vp: `Vice President; Managing Director`,
    executive: `
      CEO; Founder & CEO; Co-Founder; President; Owner; Managing Partner; Chief Executive Officer; Founder;
      Geschäftsführer; Partner; Business Owner`,
  },
};

export type ClassedTitle = { readonly title: string; readonly family: Family; readonly level: Level };

const ALL: readonly ClassedTitle[] = FAMILIES.flatMap((family) =>
  LEVELS.flatMap((level) =>
    (LABELLED[family]?.[level] ?? "")
      .split(";")
      .map((title) => title.trim())
      .filter((title) => title !== "")
      .map((title) => ({ title, family, level })),
  ),
);

/** Every second one is held out: no rule was changed for its sake. */
export const CLASSED_TITLES: readonly ClassedTitle[] = ALL.filter((_, at) => at % 2 === 0);
export const HELD_OUT_CLASSED_TITLES: readonly ClassedTitle[] = ALL.filter((_, at) => at % 2 === 1);
