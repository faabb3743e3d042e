import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ROLE_KINDS, type RoleKind } from "#core/role-kind.ts";
import { anyCharacter } from "#tests/helpers/any-character.ts";
import { threadWork } from "#tests/helpers/thread-work.ts";
import { inferKind } from "./kind.ts";

// oxfmt-ignore
const CASES: Readonly<Record<RoleKind, readonly string[]>> = {
  intern: [
    "Intern", "intern", "INTERN", "Software Engineer Intern", "software engineer intern", "SWE Intern", "SDE Intern",
    "Software Engineering Intern (Summer 2024)", "Intern, Software Engineering", "Intern - Program Manager",
    "Product Manager Intern", "Program Manager Intern", "Internship", "Data Science Internship", "Engineering Interns",
    "Research Intern", "PhD Research Intern", "PhD Intern", "Part-time Intern", "Intern to the Founder",
    "Machine Learning Engineer Intern", "Summer Analyst", "Summer Associate", "Investment Banking Summer Analyst",
    "Summer Research Fellow", "Summer Student", "Off-Cycle Analyst", "Spring Week", "Insight Week", "Winter Analyst",
    "Vacation Student", "Industrial Placement", "Software Engineering Placement", "Placement Student",
    "Engineer (Placement Year)", "Placement (12 months)", "Trainee", "Software Trainee", "Trainee Engineer",
    "Working Student", "Working Student - Backend", "Werkstudent", "Werkstudentin Softwareentwicklung",
    "Werkstudent (m/w/d)", "Werkstudent*in", "Praktikant", "Praktikantin", "Praktikum Maschinenbau", "Pflichtpraktikum",
    "Stagiaire", "Stagiaire développeur", "Stage", "Stage de fin d'études", "Stage ingénieur", "Développeur web - Stage",
    "Data Scientist (Stage)", "Ingénieur logiciel, stage 6 mois", "Stagista", "Tirocinante", "Tirocinio curriculare",
    "Becario", "Becaria de ingeniería", "Practicante", "Prácticas", "Pasante", "Estagiário", "Estágio", "Stagiair",
    "Afstudeerstage", "Hardware Extern", "Quantitative Researcher Intern", "Undergraduate Intern", "Intern/Analyst",
    "UX Researcher Intern",
  ],
  "co-op": [
    "Co-op", "Co-Op", "Coop", "co op", "Software Engineer Co-op", "Software Developer (Co-op)", "Co-op Student",
    "Coop Engineer", "Engineering Co-Op", "Intern/Co-op", "Cooperative Education Student", "Apprentice",
    "Software Engineering Apprentice", "Apprentice Software Engineer", "Degree Apprenticeship", "Alternance",
    "Développeur en alternance", "Ingénieur alternant", "Apprenti ingénieur", "Dual Student Computer Science",
    "Duales Studium Informatik", "Azubi Fachinformatiker",
  ],
  "part-time": [
    "Part-time Software Engineer", "Part Time Developer", "Software Engineer (part-time)", "Parttime Engineer",
    "Teaching Assistant", "Graduate Teaching Assistant", "Student Assistant", "Student Developer",
    "Studentische Hilfskraft", "Developer (Teilzeit)", "Campus Ambassador",
  ],
  contract: [
    "Contractor", "Software Engineer (Contract)", "Software Engineer - Contract", "Contract Software Engineer",
    "Independent Contractor", "Freelance", "Freelancer", "Freelance Software Developer", "Consultant (self-employed)",
    "Self-employed Consultant", "Independent Consultant", "Freelance Consultant", "Interim CTO", "Fractional CTO",
    "Freiberufler", "Selbstständig", "Contractor, Data Engineering",
  ],
  founder: [
    "Founder", "Co-founder", "Cofounder", "Co-Founder & CTO", "CEO and Founder", "Founder/CEO", "CTO, Co-founder",
    "co founder", "Solo Founder", "Technical Co-Founder", "Fondateur", "Cofundadora", "Mitgründer", "Owner",
    "Business Owner", "Founder (part-time)",
  ],
  research: [
    "Research Assistant", "Graduate Research Assistant", "Undergraduate Research Assistant", "PhD Student", "PhD Candidate",
    "PhD", "Ph.D. Student", "PhD in Machine Learning", "Computer Science PhD", "Doctoral Researcher", "Doctoral Candidate",
    "Postdoc", "Post-doc", "Postdoctoral Researcher", "Post-Doctoral Fellow", "Visiting Researcher", "Visiting Scholar",
    "Visiting Research Scientist", "Visiting Student", "Research Associate", "Research Fellow", "Student Researcher",
    "Undergraduate Researcher", "Doktorand", "Doktorandin", "Doctorante", "Wissenschaftlicher Mitarbeiter",
    "Visiting PhD Student",
  ],
  other: [
    "Volunteer", "Volunteer Developer", "Board Member", "Member of the Board", "Angel Investor", "Career Break",
    "Open Source Contributor", "Student", "Advisory Board Member", "Non-Executive Director",
  ],
  "full-time": [
    "", "Software Engineer", "International Sales Manager", "International Trade Analyst", "Internal Auditor",
    "Internal Tools Engineer", "Internist", "Internet Engineer", "Coordinator", "Co-ordinator", "Cooperations Manager",
    "Project Coordinator", "Founding Engineer", "Founding Software Engineer", "Founding Designer", "Founders Associate",
    "Founder's Associate", "Chief of Staff to the Founder", "Partnership Manager", "Partnerships Lead", "Partner",
    "Contracts Manager", "Contract Manager", "Contract Administrator", "Contract Specialist", "Contract Manufacturing Engineer",
    "Smart Contract Engineer", "Contracts Attorney", "Contractor Relations Manager", "Internship Coordinator",
    "Intern Program Manager", "Internship Program Manager", "Intern Recruiter", "Co-op Coordinator", "Co-op Program Advisor",
    "Apprenticeship Manager", "Stage Manager", "Stage Designer", "Early Stage Investor", "Late-Stage Growth Investor",
    "Multi-Stage Compiler Engineer", "Product Placement Manager", "Private Placement Analyst", "Placement Officer", "Trainer",
    "Technical Trainer", "Management Trainee", "Graduate Trainee", "Summer Camp Director", "Product Owner", "Consultant",
    "Senior Consultant", "Management Consultant", "Research Scientist", "Research Engineer", "UX Researcher",
    "Security Researcher", "Quantitative Researcher", "Equity Research Associate", "Software Engineer, PhD",
    "PhD Recruiter", "Student Success Manager", "Technical Fellow", "Fellow", "Visiting Nurse", "Volunteer Coordinator",
    "Template Engineer", "Intermodal Planner", "Interior Designer", 
    "Independent Testing Engineer", "Working Group Lead", "Entrepreneur in Residence", "Staff Engineer", "Practice Lead",
    "Principal Engineer", "Assistant Professor", "Graduate Software Engineer", "Customer Success Manager",
    "Principal Engineer, Part Design", "Compliance Analyst", "Training Program Lead",
  ],
};

describe("inferKind", () => {
  for (const kind of ROLE_KINDS) {
    it.each(CASES[kind])(`says ${kind} for "%s"`, (title) => {
      expect(inferKind(title)).toBe(kind);
    });
  }

  it("has a table worth trusting", () => {
    expect(Object.values(CASES).flat().length).toBeGreaterThanOrEqual(120);
  });

  it("does not depend on case or on spaces around", () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(CASES).flat()), (title) => {
        expect(inferKind(`  ${title.toUpperCase()} `)).toBe(inferKind(title));
        expect(inferKind(title.toLowerCase())).toBe(inferKind(title));
      }),
    );
  });

  it("answers any text with one of the kinds, soon", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (title) => ROLE_KINDS.includes(inferKind(title))),
    );
    const worked = threadWork(() => {
      inferKind("co-".repeat(40_000));
      inferKind(" - ".repeat(40_000));
    });
    expect(worked).toBeLessThan(1_000);
  });
});
