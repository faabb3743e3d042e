/** The names that files give to lists of jobs and schools, and to what is in them. Folded, letters and digits only. */

const keys = (text: string): readonly string[] => text.split(" ");

export const SECTIONS: Readonly<Record<"job" | "volunteer" | "school", ReadonlySet<string>>> = {
  job: new Set(
    keys(
      "work works works experience experiences employment employments employmenthistory employmenthistories workexperience " +
        "workexperiences workhistory worklist workexperiencelist professionalexperience professionalexperiences positions " +
        "jobs joblist jobhistory career careerhistory careers relevantexperience positiongroups positionhistory " +
        "positionhistories employers employerhistory industryexperience internships internship internshipexperience " +
        "researchexperience teachingexperience berufserfahrung experiencia experienciaprofesional experienciaslaborales " +
        "experiencialaboral experienceprofessionnelle experiencesprofessionnelles experienciaprofissional " +
        "esperienza esperienze esperienzalavorativa werkervaring doswiadczenie опытработы 職歴 工作经历 工作經歷 경력",
    ),
  ),
  volunteer: new Set(
    keys(
      "volunteer volunteers volunteering volunteerwork volunteerexperience volunteerexperiences volunteeringexperience " +
        "communityservice ehrenamt voluntariado benevolat",
    ),
  ),
  school: new Set(
    keys(
      "education educations schools educationhistory educationlist educationandtraining educationorganizationattendance " +
        "studies academicbackground educationalbackground academics ausbildung bildung formacion formation formations " +
        "formacao istruzione opleiding wyksztalcenie образование 学歴 教育经历 學歷 학력",
    ),
  ),
};

/** Lists that look like jobs and are none. */
export const OTHER_SECTIONS: ReadonlySet<string> = new Set(
  keys(
    "projects project awards award honors certificates certificate certifications certification skills skill languages " +
      "language interests interest hobbies references reference publications publication courses course patents " +
      "profiles socialprofiles links meta metadata theme template settings layout recommendations connections applications " +
      "jobapplications savedjobs openings vacancies jobpostings",
  ),
);

/** Names that only a company has; "name" may be anybody's. */
export const COMPANY = keys(
  "company companyname employer employername organization organisation organizationname organisationname org firm " +
    "companyororganization hiringorganization institutionname businessname workplace entreprise empresa unternehmen " +
    "arbeitgeber azienda bedrijf firma",
);
export const TITLE = keys(
  "position positiontitle title jobtitle role roletitle rolename occupation designation jobrole job function positionname " +
    "jobposition headline puesto cargo poste titel stelle",
);
export const NESTED = keys(
  "positions roles jobs titles profilepositions positionhistory positionhistories positionhistorylist promotions " +
    "subpositions careerprogression assignments",
);
export const START = keys(
  "startdate start from started startedon startson startsat starteddate begin began begindate datestart datefrom fromdate " +
    "startdatetime dateofstart beginning startyear yearstart fromyear datebegin startmonth inicio debut fechainicio beginn von",
);
export const END = keys(
  "enddate end to ended endedon endson endsat until till finish finished finishedon finishdate dateend dateto todate " +
    "enddatetime dateofend endyear yearend toyear leftdate completiondate completed endmonth fin fechafin ende bis",
);
export const PERIOD = keys(
  "period dates date daterange timeperiod timeframe duration years when time employmentperiod attendanceperiod " +
    "periodofemployment timespan datestring dateperiod term tenure year timeline zeitraum periodo periode",
);
export const CURRENT_FLAGS = keys(
  "iscurrent current currentlyworking ispresent present ongoing isongoing stillworking currentjob iscurrentjob currentlywork " +
    "currentlyworkhere currentlyworkinghere iscurrentlyworking currentrole currentposition currentindicator iscurrentrole " +
    "iscurrentposition currentlyemployed tilldate workinghere isworking",
);
export const LOCATION = keys(
  "location place city locationname joblocation worklocation address region country ort lieu",
);
export const DESCRIPTION = keys(
  "summary description details highlights responsibilities bullets points content text notes",
);
export const SCHOOL = keys(
  "institution institutionname school schoolname university universityname college collegename organization organisation " +
    "organizationname organisationname institute academy schoolorinstitution issuer escuela ecole hochschule universidad name",
);
export const SCHOOL_END = keys(
  "graduationdate graduation graduated graduationyear graduatedon completiondate completionyear",
);
export const DEGREE = keys(
  "studytype degree degreename degreetype qualification diploma program programme title level degrees",
);
export const AREA = keys("area field fieldofstudy major subject specialization specialisation course discipline");
