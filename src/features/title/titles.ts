/**
 * The job titles we suggest, each with the family, level and track that
 * statistics group by. Sent to the browser: a title may also be free text.
 */
export const FAMILIES = [
  "software",
  "data",
  "machine-learning",
  "infrastructure",
  "security",
  "hardware",
  "engineering",
  "research",
  "product",
  "design",
  "finance",
  "consulting",
  "operations",
  "sales",
  "people",
  "legal",
  "management",
  "other",
] as const;
export type Family = (typeof FAMILIES)[number];

export const LEVELS = [
  "intern",
  "junior",
  "mid",
  "senior",
  "lead",
  "staff",
  "principal",
  "distinguished",
  "fellow",
  "manager",
  "director",
  "vp",
  "executive",
] as const;
export type Level = (typeof LEVELS)[number];

export type Track = "individual" | "management";
export type Title = {
  readonly name: string;
  readonly family: Family;
  readonly level: Level;
  readonly track: Track;
};

type Row = readonly [name: string, level?: Level];

/**
 * By family, in the order they are suggested: the common ones first. A row
 * without a level is "mid", the plain form of a title.
 */
// oxfmt-ignore
const BY_FAMILY = {
  software: [
    ["Software Engineer"], ["Software Engineer Intern", "intern"], ["Software Engineering Intern", "intern"],
    ["Software Engineer Co-op", "intern"], ["Software Developer"], ["Software Developer Intern", "intern"],
    ["Software Development Engineer"], ["Software Development Engineer Intern", "intern"],
    ["Junior Software Engineer", "junior"], ["Graduate Software Engineer", "junior"],
    ["Associate Software Engineer", "junior"], ["Software Engineer II"], ["Software Engineer III", "senior"],
    ["Senior Software Engineer", "senior"], ["Senior Software Developer", "senior"],
    ["Senior Software Development Engineer", "senior"], ["Lead Software Engineer", "lead"],
    ["Staff Software Engineer", "staff"], ["Senior Staff Software Engineer", "staff"],
    ["Principal Software Engineer", "principal"], ["Distinguished Engineer", "distinguished"],
    ["Technical Fellow", "fellow"], ["Fellow", "fellow"], ["Founding Engineer"], ["Member of Technical Staff"],
    ["Senior Member of Technical Staff", "senior"], ["Tech Lead", "lead"], ["Technical Lead", "lead"],
    ["Software Architect", "staff"], ["Senior Software Architect", "principal"], ["Solutions Architect"],
    ["Senior Solutions Architect", "senior"], ["Enterprise Architect", "principal"],
    ["Frontend Engineer"], ["Frontend Engineer Intern", "intern"], ["Senior Frontend Engineer", "senior"],
    ["Front-End Developer"], ["Backend Engineer"], ["Backend Engineer Intern", "intern"],
    ["Senior Backend Engineer", "senior"], ["Back-End Developer"], ["Full Stack Engineer"],
    ["Full Stack Developer"], ["Full Stack Engineer Intern", "intern"], ["Senior Full Stack Engineer", "senior"],
    ["Web Developer"], ["Web Developer Intern", "intern"], ["Mobile Engineer"], ["iOS Engineer"],
    ["iOS Engineer Intern", "intern"], ["Senior iOS Engineer", "senior"], ["iOS Developer"], ["Android Engineer"],
    ["Android Engineer Intern", "intern"], ["Senior Android Engineer", "senior"], ["Android Developer"],
    ["Game Developer"], ["Gameplay Programmer"], ["Graphics Engineer"], ["Engine Programmer"],
    ["Compiler Engineer"], ["QA Engineer"], ["QA Engineer Intern", "intern"], ["Senior QA Engineer", "senior"],
    ["Software Development Engineer in Test"], ["Test Automation Engineer"], ["Developer Advocate"],
    ["Developer Relations Engineer"], ["Forward Deployed Engineer"], ["Forward Deployed Software Engineer"],
    ["Solutions Engineer"], ["Support Engineer"], ["Integration Engineer"], ["Blockchain Developer"],
    ["Smart Contract Engineer"], ["Open Source Engineer"],
  ],
  "machine-learning": [
    ["Machine Learning Engineer"], ["Machine Learning Engineer Intern", "intern"],
    ["Machine Learning Intern", "intern"], ["Senior Machine Learning Engineer", "senior"],
    ["Staff Machine Learning Engineer", "staff"], ["Principal Machine Learning Engineer", "principal"],
    ["AI Engineer"], ["AI Engineer Intern", "intern"], ["Senior AI Engineer", "senior"], ["Applied Scientist"],
    ["Applied Scientist Intern", "intern"], ["Senior Applied Scientist", "senior"],
    ["Principal Applied Scientist", "principal"], ["Computer Vision Engineer"], ["NLP Engineer"],
    ["MLOps Engineer"], ["Deep Learning Engineer"], ["Prompt Engineer"],
  ],
  data: [
    ["Data Scientist"], ["Data Scientist Intern", "intern"], ["Data Science Intern", "intern"],
    ["Junior Data Scientist", "junior"], ["Senior Data Scientist", "senior"], ["Lead Data Scientist", "lead"],
    ["Staff Data Scientist", "staff"], ["Principal Data Scientist", "principal"], ["Data Engineer"],
    ["Data Engineer Intern", "intern"], ["Senior Data Engineer", "senior"], ["Staff Data Engineer", "staff"],
    ["Analytics Engineer"], ["Data Analyst"], ["Data Analyst Intern", "intern"], ["Junior Data Analyst", "junior"],
    ["Senior Data Analyst", "senior"], ["Business Intelligence Engineer"], ["Business Intelligence Analyst"],
    ["Database Engineer"], ["Database Administrator"], ["Data Architect", "staff"], ["Statistician"],
  ],
  infrastructure: [
    ["Site Reliability Engineer"], ["Site Reliability Engineer Intern", "intern"],
    ["Senior Site Reliability Engineer", "senior"], ["Staff Site Reliability Engineer", "staff"],
    ["DevOps Engineer"], ["DevOps Engineer Intern", "intern"], ["Senior DevOps Engineer", "senior"],
    ["Platform Engineer"], ["Senior Platform Engineer", "senior"], ["Infrastructure Engineer"],
    ["Cloud Engineer"], ["Cloud Architect", "staff"], ["Production Engineer"], ["Production Engineer Intern", "intern"],
    ["Systems Engineer"], ["Systems Administrator"], ["Network Engineer"], ["Network Engineer Intern", "intern"],
    ["Release Engineer"], ["IT Specialist"], ["IT Support Specialist"],
  ],
  security: [
    ["Security Engineer"], ["Security Engineer Intern", "intern"], ["Senior Security Engineer", "senior"],
    ["Staff Security Engineer", "staff"], ["Application Security Engineer"], ["Security Analyst"],
    ["Security Researcher"], ["Penetration Tester"], ["Cryptography Engineer"], ["Security Architect", "staff"],
    ["Privacy Engineer"], ["Incident Responder"],
  ],
  hardware: [
    ["Hardware Engineer"], ["Hardware Engineer Intern", "intern"], ["Senior Hardware Engineer", "senior"],
    ["Staff Hardware Engineer", "staff"], ["Electrical Engineer"], ["Electrical Engineering Intern", "intern"],
    ["Senior Electrical Engineer", "senior"], ["Embedded Software Engineer"],
    ["Embedded Software Engineer Intern", "intern"], ["Senior Embedded Software Engineer", "senior"],
    ["Firmware Engineer"], ["Firmware Engineer Intern", "intern"], ["Senior Firmware Engineer", "senior"],
    ["ASIC Design Engineer"], ["ASIC Design Engineer Intern", "intern"], ["Design Verification Engineer"],
    ["Physical Design Engineer"], ["FPGA Engineer"], ["Analog Design Engineer"], ["RF Engineer"],
    ["CPU Architect", "staff"], ["GPU Architect", "staff"], ["Robotics Engineer"],
    ["Robotics Engineer Intern", "intern"], ["Senior Robotics Engineer", "senior"], ["Controls Engineer"],
    ["Optical Engineer"],
  ],
  engineering: [
    ["Mechanical Engineer"], ["Mechanical Engineering Intern", "intern"], ["Senior Mechanical Engineer", "senior"],
    ["Aerospace Engineer"], ["Propulsion Engineer"], ["Structural Engineer"], ["Civil Engineer"],
    ["Chemical Engineer"], ["Process Engineer"], ["Manufacturing Engineer"], ["Manufacturing Engineering Intern", "intern"],
    ["Industrial Engineer"], ["Materials Engineer"], ["Biomedical Engineer"], ["Energy Engineer"],
    ["Quality Engineer"], ["Test Engineer"], ["Validation Engineer"], ["Flight Software Engineer"],
    ["Product Design Engineer"], ["Project Engineer"], ["Field Engineer"],
  ],
  research: [
    ["Research Scientist"], ["Research Scientist Intern", "intern"], ["Research Intern", "intern"],
    ["Senior Research Scientist", "senior"], ["Staff Research Scientist", "staff"],
    ["Principal Research Scientist", "principal"], ["Research Engineer"], ["Research Engineer Intern", "intern"],
    ["Senior Research Engineer", "senior"], ["Research Assistant", "junior"],
    ["Undergraduate Research Assistant", "intern"], ["Graduate Research Assistant", "junior"],
    ["Research Associate"], ["Research Fellow"], ["PhD Student", "junior"], ["Postdoctoral Researcher"],
    ["Visiting Researcher"], ["Assistant Professor", "senior"], ["Associate Professor", "staff"],
    ["Professor", "principal"], ["Lecturer"], ["Teaching Assistant", "junior"], ["Lab Technician"],
  ],
  product: [
    ["Product Manager"], ["Product Manager Intern", "intern"], ["Product Management Intern", "intern"],
    ["Associate Product Manager", "junior"], ["Associate Product Manager Intern", "intern"],
    ["Senior Product Manager", "senior"], ["Lead Product Manager", "lead"], ["Staff Product Manager", "staff"],
    ["Principal Product Manager", "principal"], ["Group Product Manager", "manager"],
    ["Technical Product Manager"], ["Product Owner"], ["Product Analyst"], ["Program Manager"],
    ["Program Manager Intern", "intern"], ["Senior Program Manager", "senior"], ["Technical Program Manager"],
    ["Technical Program Manager Intern", "intern"], ["Senior Technical Program Manager", "senior"],
    ["Project Manager"], ["Scrum Master"], ["Product Marketing Manager"], ["Growth Product Manager"],
  ],
  design: [
    ["Product Designer"], ["Product Designer Intern", "intern"], ["Product Design Intern", "intern"],
    ["Senior Product Designer", "senior"], ["Staff Product Designer", "staff"],
    ["Principal Product Designer", "principal"], ["UX Designer"], ["UX Designer Intern", "intern"],
    ["Senior UX Designer", "senior"], ["UI Designer"], ["UX Researcher"], ["UX Researcher Intern", "intern"],
    ["Senior UX Researcher", "senior"], ["UX Engineer"], ["UX Writer"], ["Design Engineer"],
    ["Interaction Designer"], ["Visual Designer"], ["Graphic Designer"], ["Industrial Designer"],
    ["Game Designer"], ["Technical Artist"], ["Technical Writer"],
  ],
  finance: [
    ["Quantitative Researcher"], ["Quantitative Researcher Intern", "intern"], ["Quantitative Trader"],
    ["Quantitative Trader Intern", "intern"], ["Quantitative Developer"], ["Quantitative Developer Intern", "intern"],
    ["Quantitative Analyst"], ["Trader"], ["Investment Banking Analyst", "junior"],
    ["Investment Banking Summer Analyst", "intern"], ["Summer Analyst", "intern"], ["Summer Associate", "intern"],
    ["Financial Analyst"], ["Finance Intern", "intern"], ["Senior Financial Analyst", "senior"], ["Risk Analyst"],
    ["Actuary"], ["Accountant"], ["Auditor"], ["Portfolio Manager", "senior"],
  ],
  consulting: [
    ["Consultant"], ["Business Analyst"], ["Business Analyst Intern", "intern"], ["Associate Consultant", "junior"],
    ["Associate Consultant Intern", "intern"], ["Senior Consultant", "senior"], ["Technology Consultant"],
    ["Management Consultant"], ["Strategy Consultant"], ["Engagement Manager", "manager"], ["Implementation Consultant"],
  ],
  operations: [
    ["Operations Manager"], ["Operations Analyst"], ["Operations Intern", "intern"], ["Supply Chain Analyst"],
    ["Supply Chain Intern", "intern"], ["Supply Chain Manager", "manager"], ["Business Operations Manager"],
    ["Strategy and Operations Associate"], ["Logistics Coordinator"], ["Chief of Staff", "senior"],
    ["Customer Success Manager"],
  ],
  sales: [
    ["Account Executive"], ["Account Manager"], ["Sales Engineer"], ["Sales Development Representative", "junior"],
    ["Business Development Manager"], ["Marketing Manager"], ["Marketing Intern", "intern"], ["Growth Engineer"],
    ["Marketing Analyst"], ["Customer Engineer"],
  ],
  people: [["Recruiter"], ["Technical Recruiter"], ["HR Business Partner"], ["People Operations Manager"]],
  legal: [["Legal Counsel"], ["Patent Engineer"], ["Policy Analyst"]],
  management: [
    ["Engineering Manager", "manager"], ["Senior Engineering Manager", "manager"],
    ["Software Development Manager", "manager"], ["Team Lead", "lead"], ["Data Science Manager", "manager"],
    ["Machine Learning Manager", "manager"], ["Research Manager", "manager"], ["Design Manager", "manager"],
    ["Director of Engineering", "director"], ["Director of Product", "director"], ["Director of Design", "director"],
    ["Director of Data Science", "director"], ["Research Director", "director"],
    ["Senior Director of Engineering", "director"], ["Head of Engineering", "director"],
    ["Head of Product", "director"], ["Head of Design", "director"], ["Head of Data", "director"],
    ["Vice President of Engineering", "vp"], ["Vice President of Product", "vp"],
    ["VP of Engineering", "vp"], ["VP of Product", "vp"], ["Managing Director", "vp"], ["Partner", "executive"],
    ["Chief Technology Officer", "executive"], ["Chief Executive Officer", "executive"],
    ["Chief Product Officer", "executive"], ["Chief Operating Officer", "executive"],
    ["Chief Financial Officer", "executive"], ["Chief Information Security Officer", "executive"],
    ["Chief Scientist", "executive"], ["CTO", "executive"], ["CEO", "executive"], ["Founder", "executive"],
    ["Co-founder", "executive"], ["Co-founder & CTO", "executive"], ["Co-founder & CEO", "executive"],
  ],
  other: [
    ["Working Student", "intern"], ["Apprentice Software Engineer", "intern"], ["Engineering Intern", "intern"],
    ["Industrial Placement Student", "intern"], ["Freelance Software Developer"], ["Independent Consultant", "senior"],
  ],
} as const satisfies Record<Family, readonly Row[]>;

/** Levels whose holders lead people rather than work; "Team Lead" is the exception by name. */
export function trackOf(level: Level, name: string): Track {
  if (/^team lead/i.test(name)) return "management";
  return level === "manager" || level === "director" || level === "vp" || level === "executive"
    ? "management"
    : "individual";
}

export const TITLES: readonly Title[] = FAMILIES.flatMap((family) => {
  const rows: readonly Row[] = BY_FAMILY[family];
  return rows.map(([name, level = "mid"]) => ({ name, family, level, track: trackOf(level, name) }));
});
