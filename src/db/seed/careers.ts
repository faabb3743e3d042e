/** A kind of career in the demo world: titles in order of promotion, and the industries of such people. */
export type Track = {
  /** Share of all people. */
  weight: number;
  intern: readonly string[];
  /** Titles by seniority. Each step is a promotion. */
  ladder: readonly (readonly string[])[];
  /** Titles of managers. People may become managers from step 3 of the ladder on. */
  management: readonly string[];
  /** How much more likely an industry is than others, which count 1. */
  industries: Readonly<Record<string, number>>;
};

const ENGINEERING_MANAGEMENT = [
  "Engineering Manager",
  "Senior Engineering Manager",
  "Director of Engineering",
  "VP of Engineering",
];

// oxfmt-ignore
export const TRACKS: readonly Track[] = [
  {
    weight: 40,
    intern: ["Software Engineer Intern", "Software Engineer Intern", "Software Engineering Intern", "Software Developer Intern", "Backend Engineer Intern", "Frontend Engineer Intern"],
    ladder: [
      ["Software Engineer", "Software Developer", "Backend Engineer", "Frontend Engineer", "Full Stack Engineer", "Software Engineer"],
      ["Software Engineer II"], ["Senior Software Engineer"], ["Staff Software Engineer", "Lead Software Engineer"],
      ["Senior Staff Software Engineer", "Principal Software Engineer"], ["Distinguished Engineer"], ["Technical Fellow"],
    ],
    management: ENGINEERING_MANAGEMENT,
    industries: { internet: 6, software: 7, cloud: 6, fintech: 4, ai: 4, games: 3, security: 3, finance: 2.5, quant: 2, media: 2, retail: 1.5, automotive: 1.5, hardware: 2, health: 0.6, food: 0.3 },
  },
  {
    weight: 11,
    intern: ["Machine Learning Engineer Intern", "Applied Scientist Intern", "Research Intern", "AI Engineer Intern"],
    ladder: [
      ["Machine Learning Engineer", "AI Engineer", "Applied Scientist"], ["Machine Learning Engineer", "Research Engineer"],
      ["Senior Machine Learning Engineer", "Senior Applied Scientist"], ["Staff Machine Learning Engineer"], ["Principal Machine Learning Engineer", "Principal Applied Scientist"],
    ],
    management: ["Machine Learning Manager", "Senior Engineering Manager", "Director of Engineering"],
    industries: { ai: 14, internet: 5, software: 4, semiconductors: 4, automotive: 3, research: 3, cloud: 3, health: 1.5, food: 0.2 },
  },
  {
    weight: 11,
    intern: ["Data Scientist Intern", "Data Analyst Intern", "Data Engineer Intern"],
    ladder: [
      ["Data Analyst", "Data Scientist", "Data Engineer"], ["Data Scientist", "Data Engineer", "Analytics Engineer"],
      ["Senior Data Scientist", "Senior Data Engineer"], ["Staff Data Scientist", "Lead Data Scientist"], ["Principal Data Scientist"],
    ],
    management: ["Data Science Manager", "Head of Data", "Director of Data Science"],
    industries: { internet: 5, retail: 3, fintech: 4, finance: 4, travel: 3, health: 2, consulting: 2, software: 3, food: 1.5 },
  },
  {
    weight: 10,
    intern: ["Hardware Engineer Intern", "Electrical Engineering Intern", "Embedded Software Engineer Intern", "Firmware Engineer Intern", "ASIC Design Engineer Intern"],
    ladder: [
      ["Hardware Engineer", "Electrical Engineer", "Embedded Software Engineer", "Firmware Engineer", "ASIC Design Engineer"],
      ["Hardware Engineer", "Design Verification Engineer"], ["Senior Hardware Engineer", "Senior Embedded Software Engineer", "Senior Electrical Engineer"],
      ["Staff Hardware Engineer"], ["CPU Architect", "GPU Architect"],
    ],
    management: ENGINEERING_MANAGEMENT,
    industries: { semiconductors: 16, hardware: 10, automotive: 6, aerospace: 6, industrial: 5, telecom: 5, health: 2, finance: 0.1, consulting: 0.2, food: 0.1, fintech: 0.1, retail: 0.3 },
  },
  {
    weight: 8,
    intern: ["Mechanical Engineering Intern", "Manufacturing Engineering Intern", "Engineering Intern"],
    ladder: [
      ["Mechanical Engineer", "Aerospace Engineer", "Manufacturing Engineer", "Process Engineer", "Chemical Engineer"],
      ["Mechanical Engineer", "Test Engineer", "Quality Engineer"], ["Senior Mechanical Engineer"], ["Project Engineer", "Project Manager"],
    ],
    management: ["Engineering Manager", "Director of Engineering"],
    industries: { aerospace: 14, automotive: 12, industrial: 12, energy: 10, health: 4, semiconductors: 3, logistics: 2, finance: 0.05, quant: 0.02, fintech: 0.05, software: 0.2, internet: 0.1, media: 0.1, ai: 0.1, security: 0.05, retail: 0.1, consulting: 0.2, travel: 0.05, games: 0.02, education: 0.02, telecom: 0.1, cloud: 0.05 },
  },
  {
    weight: 8,
    intern: ["Product Manager Intern", "Associate Product Manager Intern", "Program Manager Intern"],
    ladder: [
      ["Associate Product Manager", "Program Manager"], ["Product Manager", "Technical Program Manager"],
      ["Senior Product Manager", "Senior Technical Program Manager"], ["Group Product Manager", "Principal Product Manager"],
    ],
    management: ["Director of Product", "Head of Product", "VP of Product"],
    industries: { internet: 6, software: 6, fintech: 5, travel: 3, retail: 3, games: 2, health: 1.5, research: 0.1 },
  },
  {
    weight: 5,
    intern: ["Product Designer Intern", "UX Designer Intern", "UX Researcher Intern"],
    ladder: [["Product Designer", "UX Designer", "UX Researcher"], ["Product Designer"], ["Senior Product Designer", "Senior UX Designer"], ["Staff Product Designer"], ["Principal Product Designer"]],
    management: ["Design Manager", "Director of Design", "Head of Design"],
    industries: { internet: 6, software: 6, fintech: 4, games: 4, media: 3, travel: 3, retail: 3, hardware: 2, research: 0.1, quant: 0.1 },
  },
  {
    weight: 4,
    intern: ["Quantitative Researcher Intern", "Quantitative Trader Intern", "Quantitative Developer Intern"],
    ladder: [["Quantitative Researcher", "Quantitative Trader", "Quantitative Developer"], ["Quantitative Researcher", "Quantitative Trader"], ["Portfolio Manager"]],
    management: ["Research Manager", "Managing Director"],
    industries: { quant: 60, finance: 6, fintech: 2, ai: 2, food: 0, retail: 0.1, industrial: 0.1, health: 0.1, energy: 0.2, aerospace: 0.1, automotive: 0.1, travel: 0.1, logistics: 0.1, media: 0.1, telecom: 0.1 },
  },
  {
    weight: 6,
    intern: ["Business Analyst Intern", "Summer Analyst", "Finance Intern", "Associate Consultant Intern"],
    ladder: [["Business Analyst", "Consultant", "Financial Analyst"], ["Consultant", "Senior Financial Analyst"], ["Senior Consultant"], ["Engagement Manager"]],
    management: ["Partner", "Managing Director"],
    industries: { consulting: 18, finance: 14, energy: 2, retail: 2, fintech: 2, research: 0.02, games: 0.3 },
  },
  {
    weight: 7,
    intern: ["Site Reliability Engineer Intern", "Security Engineer Intern", "DevOps Engineer Intern", "Network Engineer Intern"],
    ladder: [
      ["DevOps Engineer", "Site Reliability Engineer", "Security Engineer", "Network Engineer", "Cloud Engineer"], ["Platform Engineer", "Site Reliability Engineer", "Security Engineer"],
      ["Senior Site Reliability Engineer", "Senior Security Engineer", "Senior DevOps Engineer"], ["Staff Site Reliability Engineer", "Security Architect", "Cloud Architect"],
    ],
    management: ENGINEERING_MANAGEMENT,
    industries: { cloud: 9, security: 9, telecom: 5, software: 5, internet: 4, finance: 3, consulting: 2, food: 0.4 },
  },
];

export const SIDE_TITLES = ["Consultant", "Advisor", "Freelance Developer", "Lecturer", "Contractor"] as const;
export const FOUNDER_TITLES = ["Founder", "Co-Founder", "Co-Founder & CTO", "Founder & CEO"] as const;
export const CO_OP_TITLES = ["Software Engineer Co-op", "Engineering Co-op", "Software Developer Co-op"] as const;
export const WORKING_STUDENT_TITLES = ["Working Student"] as const;
export const RESEARCH_TITLES = ["Research Assistant", "Graduate Research Assistant", "Visiting Researcher"] as const;
export const PHD_TITLES = ["PhD Student", "Postdoctoral Researcher"] as const;

/** Where people live: countries by their share of people. */
// oxfmt-ignore
export const COUNTRIES: readonly (readonly [code: string, weight: number])[] = [
  ["US", 340], ["IN", 120], ["GB", 75], ["CA", 75], ["DE", 70], ["FR", 40], ["BR", 35], ["NL", 22], ["AU", 25], ["SG", 20], ["CH", 18], ["SE", 18],
  ["ES", 18], ["IL", 14], ["IT", 14], ["PL", 14], ["JP", 18], ["KR", 16], ["CN", 24], ["TW", 10], ["IE", 10], ["PT", 8], ["DK", 7], ["FI", 7], ["NO", 6],
  ["BE", 6], ["AT", 6], ["CZ", 5], ["EE", 3], ["RO", 5], ["RS", 3], ["HR", 3], ["GR", 4], ["UA", 5], ["TR", 8], ["AE", 5], ["SA", 4], ["EG", 5], ["MA", 3], ["NG", 9],
  ["KE", 5], ["GH", 3], ["ZA", 6], ["MX", 10], ["AR", 7], ["CL", 4], ["CO", 5], ["UY", 2], ["ID", 8], ["VN", 6], ["TH", 4], ["MY", 4], ["PH", 5], ["HK", 4], ["NZ", 4],
  ["PK", 6], ["BD", 4], ["LK", 2],
];

/** The best known companies. All others come after these, in an order by hash. */
// oxfmt-ignore
export const POPULAR: readonly string[] = [
  "google", "amazon", "microsoft", "meta", "apple", "nvidia", "ibm", "amazon web services", "oracle", "salesforce", "intel", "netflix", "uber", "openai", "jpmorgan chase",
  "tata consultancy services", "infosys", "accenture", "deloitte", "cisco", "adobe", "goldman sachs", "siemens", "bosch", "sap", "spotify", "airbnb", "stripe", "tesla",
  "linkedin", "qualcomm", "amd", "capital one", "bytedance", "samsung", "shopify", "databricks", "bloomberg", "spacex", "palantir", "jane street", "anthropic", "boeing",
  "mckinsey & company", "morgan stanley", "google deepmind", "citadel", "two sigma", "booking.com", "zalando", "flipkart", "asml", "arm", "airbus", "bmw", "revolut", "grab",
  "mercado libre", "nubank", "tencent", "alibaba", "sony", "toyota", "rakuten", "atlassian", "canva", "klarna", "ericsson", "github", "snowflake", "datadog", "figma",
  "coinbase", "paypal", "intuit", "dell technologies", "general motors", "ford", "lockheed martin", "nasa jet propulsion laboratory", "flutterwave", "safaricom", "paystack",
];

/** Schools that many people with such careers attended, by one of their domains. */
// oxfmt-ignore
export const POPULAR_SCHOOLS: readonly string[] = [
  "berkeley.edu", "stanford.edu", "mit.edu", "cmu.edu", "uwaterloo.ca", "gatech.edu", "illinois.edu", "uiuc.edu", "umich.edu", "washington.edu", "utexas.edu", "cornell.edu",
  "harvard.edu", "princeton.edu", "columbia.edu", "ucla.edu", "ucsd.edu", "purdue.edu", "usc.edu", "nyu.edu", "wisc.edu", "umd.edu", "upenn.edu", "yale.edu", "caltech.edu",
  "utoronto.ca", "ubc.ca", "mcgill.ca", "ox.ac.uk", "cam.ac.uk", "imperial.ac.uk", "imperial.edu", "ucl.ac.uk", "ed.ac.uk", "ethz.ch", "epfl.ch", "tum.de", "rwth-aachen.de",
  "kit.edu", "tu-berlin.de", "polytechnique.fr", "polytechnique.edu", "centralesupelec.fr", "tudelft.nl", "uva.nl", "kth.se", "chalmers.se", "aalto.fi", "dtu.dk", "ntnu.no",
  "polimi.it", "polito.it", "upc.edu", "upc.es", "upm.es", "ist.utl.pt", "uw.edu.pl", "technion.ac.il", "huji.ac.il", "tau.ac.il", "iitb.ac.in", "iitd.ac.in", "iitm.ac.in",
  "iitk.ac.in", "iitkgp.ac.in", "bits-pilani.ac.in", "iisc.ernet.in", "nus.edu.sg", "ntu.edu.sg", "tsinghua.edu.cn", "pku.edu.cn", "ntu.edu.tw", "u-tokyo.ac.jp",
  "kyoto-u.ac.jp", "kaist.ac.kr", "kaist.edu", "snu.ac.kr", "unimelb.edu.au", "unsw.edu.au", "usyd.edu.au", "usp.br", "unicamp.br", "itesm.mx", "unam.mx", "uba.ar",
  "uct.ac.za", "unilag.edu.ng", "uonbi.ac.ke", "metu.edu.tr", "boun.edu.tr",
];
