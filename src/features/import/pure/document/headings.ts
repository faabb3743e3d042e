import { foldText } from "#core/text.ts";

/** The headings of résumés, in the languages whose months are known. */

export type Section = "job" | "volunteer" | "school" | "other";

const JOB =
  "experience,experiences,work experience,work experiences,work history,employment,employment history,employment experience," +
  "employment record,professional experience,professional experiences,professional background,professional history," +
  "career,career history,career experience,relevant experience,relevant work experience,industry experience," +
  "additional experience,other experience,selected experience,previous experience,earlier experience,earlier career," +
  "research experience,teaching experience,academic experience,clinical experience,leadership experience," +
  "technical experience,internship experience,internships,internship,positions,positions held,appointments," +
  "professional appointments,academic appointments,job history,jobs,work,working experience,experience and internships," +
  "professional work experience,employment and experience,experience highlights,where i have worked," +
  "berufserfahrung,berufserfahrungen,beruflicher werdegang,berufspraxis,praktische erfahrung,praktische erfahrungen," +
  "praktika,beruf,berufliche erfahrung,berufliche erfahrungen,berufliche stationen,berufstätigkeit,arbeitserfahrung," +
  "werdegang,karriere,beruflicher lebenslauf,berufliche laufbahn,praxiserfahrung,erfahrung," +
  "expérience,expériences,expérience professionnelle,expériences professionnelles,parcours professionnel," +
  "parcours,stages,emplois,expériences de travail,expérience de travail," +
  "experiencia,experiencias,experiencia profesional,experiencia laboral,historial laboral,trayectoria profesional," +
  "trayectoria laboral,experiencias laborales,empleo,prácticas," +
  "experiência,experiências,experiência profissional,experiências profissionais,histórico profissional," +
  "trajetória profissional,percurso profissional,estágios," +
  "esperienza,esperienze,esperienza professionale,esperienze professionali,esperienza lavorativa,esperienze lavorative," +
  "esperienze di lavoro,percorso professionale,tirocini," +
  "ervaring,werkervaring,werk,loopbaan,professionele ervaring,arbeidsverleden,stages en werkervaring," +
  "erfarenhet,arbetslivserfarenhet,arbetserfarenhet,yrkeserfarenhet,anställningar,arbetsliv," +
  "erfaring,erhvervserfaring,arbejdserfaring,ansættelser,arbeidserfaring,yrkeserfaring,jobberfaring," +
  "työkokemus,kokemus,työhistoria,ammattikokemus,työura," +
  "doświadczenie,doświadczenie zawodowe,praca,przebieg kariery,historia zatrudnienia,praktyki,staże," +
  "zkušenosti,pracovní zkušenosti,praxe,pracovní praxe,odborná praxe,zaměstnání,průběh zaměstnání," +
  "skúsenosti,pracovné skúsenosti,prax,pracovná prax,iskustvo,radno iskustvo,profesionalno iskustvo,radna povijest," +
  "tapasztalat,szakmai tapasztalat,munkatapasztalat,munkahelyek,szakmai gyakorlat," +
  "experiență,experiența profesională,experiență profesională,experiența de muncă,istoric profesional," +
  "deneyim,deneyimler,iş deneyimi,iş deneyimleri,iş tecrübesi,mesleki deneyim,profesyonel deneyim,stajlar," +
  "опыт работы,опыт,профессиональный опыт,трудовая деятельность,карьера,места работы," +
  "досвід,досвід роботи,професійний досвід,трудова діяльність," +
  "εμπειρία,επαγγελματική εμπειρία,εργασιακή εμπειρία,προϋπηρεσία," +
  "pengalaman,pengalaman kerja,riwayat pekerjaan,pengalaman profesional,riwayat kerja," +
  "職歴,経歴,職務経歴,勤務経験,職務経歴書,工作经历,工作經歷,工作经验,工作經驗,实习经历,實習經歷,经历,經歷,职业经历," +
  "경력,경력사항,경력 사항,업무 경험,직무 경력,근무 경력";
const VOLUNTEER =
  "volunteer,volunteering,volunteer experience,volunteer work,voluntary work,voluntary experience,community service," +
  "community involvement,ehrenamt,ehrenamtliches engagement,ehrenamtliche tätigkeit,ehrenamtliche tätigkeiten," +
  "soziales engagement,bénévolat,expérience bénévole,expériences bénévoles,voluntariado,experiencia de voluntariado," +
  "trabalho voluntário,experiência voluntária,volontariato,esperienza di volontariato,vrijwilligerswerk,ideellt arbete," +
  "frivilligt arbejde,frivillig arbeid,vapaaehtoistyö,wolontariat,dobrovolnictví,gönüllülük,gönüllü deneyimleri," +
  "волонтёрство,волонтерство,волонтерский опыт,ボランティア,志愿者经历,志願服務,자원봉사";
const SCHOOL =
  "education,education and training,educational background,academic background,academic history,academic qualifications," +
  "qualifications and education,education and qualifications,formal education,studies,academics,education history," +
  "ausbildung,bildung,bildungsweg,studium,schulbildung,akademischer werdegang,hochschulausbildung,aus und weiterbildung," +
  "schulische ausbildung,akademische ausbildung,bildungsgang,studium und ausbildung,schule und studium," +
  "formation,formations,études,éducation,parcours académique,parcours scolaire,diplômes,formation académique," +
  "educación,formación,formación académica,estudios,educacion formal,historial académico," +
  "educação,formação,formação acadêmica,formação académica,escolaridade,habilitações literárias,percurso académico," +
  "istruzione,formazione,istruzione e formazione,studi,titoli di studio,percorso di studi," +
  "opleiding,opleidingen,onderwijs,studie,utbildning,utbildningar,uddannelse,uddannelser,utdanning,utdannelse," +
  "koulutus,opinnot,wykształcenie,edukacja,wykształcenie i kursy,vzdělání,vzdelanie,vzdělávání,obrazovanje," +
  "tanulmányok,végzettség,iskolai végzettség,oktatás,studii,educație,educație și formare,eğitim,öğrenim,eğitim bilgileri," +
  "образование,освіта,εκπαίδευση,σπουδές,pendidikan,riwayat pendidikan,学歴,學歷,学历,教育,教育经历,教育經歷,教育背景,학력,학력사항,교육";
const OTHER =
  "summary,profile,about,about me,objective,career objective,professional summary,executive summary,personal profile," +
  "personal statement,career summary,skills,top skills,technical skills,key skills,core skills,core competencies," +
  "skills and tools,skills and interests,skills and languages,tools,technologies,tech stack,languages,language skills," +
  "certifications,certificates,licenses and certifications,licenses,courses,training,trainings,awards,honors," +
  "honors awards,honors and awards,achievements,accomplishments,publications,patents,projects,personal projects," +
  "selected projects,side projects,academic projects,references,referees,interests,hobbies,hobbies and interests," +
  "contact,contact details,contact information,personal details,personal information,personal data,links,portfolio," +
  "affiliations,memberships,professional memberships,activities,extracurricular activities,conferences,talks," +
  "presentations,test scores,organizations,additional information,other,miscellaneous,coursework,relevant coursework," +
  "recommendations,featured,people you may know,people also viewed,licences,volunteering interests," +
  "zusammenfassung,profil,über mich,kurzprofil,kenntnisse,fähigkeiten,top kenntnisse,kompetenzen,sprachen," +
  "sprachkenntnisse,edv kenntnisse,it kenntnisse,weiterbildung,weiterbildungen,zertifikate,zertifizierungen,projekte," +
  "auszeichnungen,publikationen,veröffentlichungen,interessen,hobbys,referenzen,kontakt,persönliche daten," +
  "persönliche angaben,persönliche interessen,mitgliedschaften,führerschein,sonstiges,weitere kenntnisse," +
  "résumé,à propos,compétences,principales compétences,langues,certifications et licences,centres d’intérêt," +
  "centres d'intérêt,loisirs,coordonnées,projets,distinctions,références,informatique,informations personnelles," +
  "extracto,acerca de,perfil,aptitudes,aptitudes principales,habilidades,competencias,idiomas,certificaciones," +
  "licencias y certificaciones,proyectos,premios,publicaciones,referencias,intereses,contactar,contacto,cursos," +
  "datos personales,resumo,sobre,competências,principais competências,certificações,projetos,prêmios,contato,contactos," +
  "interesses,referências,dados pessoais,riepilogo,sommario,profilo,competenze,competenze principali,lingue," +
  "certificazioni,corsi,progetti,premi,pubblicazioni,contatti,interessi,dati personali,informazioni," +
  "samenvatting,profiel,vaardigheden,topvaardigheden,talen,certificaten,cursussen,projecten,interesses en hobby’s," +
  "referenties,persoonlijke gegevens,sammanfattning,kompetenser,kunskaper,språk,kurser,certifikat,projekt,intressen," +
  "referenser,kontaktuppgifter,om mig,färdigheter,resumé,kompetencer,sprog,kurser og certifikater,interesser,referencer," +
  "sammendrag,ferdigheter,yhteenveto,osaaminen,taidot,kielitaito,kielet,kurssit,harrastukset,suosittelijat,yhteystiedot," +
  "podsumowanie,umiejętności,najważniejsze umiejętności,języki,języki obce,certyfikaty,kursy,szkolenia,projekty," +
  "zainteresowania,dane kontaktowe,kontakty,shrnutí,dovednosti,jazyky,certifikáty,zájmy,reference,zručnosti,záujmy," +
  "sažetak,vještine,jezici,összefoglaló,készségek,nyelvek,nyelvtudás,érdeklődési kör,rezumat,competențe,aptitudini," +
  "limbi,limbi străine,certificări,interese,özet,hakkımda,yetenekler,beceriler,en önemli yetenekler,diller,yabancı dil," +
  "sertifikalar,projeler,ilgi alanları,referanslar,iletişim,общие сведения,о себе,навыки,основные навыки,языки," +
  "сертификаты,курсы,проекты,интересы,контакты,контактная информация,личная информация,дополнительная информация," +
  "про себе,навички,мови,сертифікати,курси,проєкти,контактна інформація,περίληψη,δεξιότητες,γλώσσες,ξένες γλώσσες," +
  "πιστοποιήσεις,επικοινωνία,ενδιαφέροντα,ringkasan,keahlian,keterampilan,bahasa,sertifikasi,kontak,minat,proyek," +
  "概要,自己紹介,スキル,言語,資格,免許・資格,連絡先,趣味,自己PR,志望動機,个人简介,個人簡介,技能,语言,語言,证书,證書,联系方式," +
  "聯絡方式,兴趣爱好,项目经历,專案,자기소개,요약,간략 설명,기술,보유 기술,언어,자격증,연락처,프로젝트,관심사,수상";

/** "Work Experience:" → "workexperience" */
function headingKey(text: string): string {
  return foldText(text)
    .replace(/ (?:and|und|et|y|e|ed|en|och|og|ja|i|a|ve|и|та|și) /gu, " ")
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

const KNOWN: ReadonlyMap<string, Section> = new Map(
  (
    [
      ["other", OTHER],
      ["school", SCHOOL],
      ["volunteer", VOLUNTEER],
      ["job", JOB],
    ] as const
  ).flatMap(([section, words]) => words.split(",").map((word) => [headingKey(word), section] as const)),
);

/** The longest heading, in characters. */
const LONGEST = 60;

/** "E X P E R I E N C E" */
function isSpacedOut(text: string): boolean {
  return text.length > 5 && text.split(/[ \t]/u).every((part) => [...part].length === 1);
}

/** The section that a heading begins. Undefined if the text is not a known heading. */
export function sectionOf(text: string): Section | undefined {
  if (text.length > LONGEST || /\d/.test(text)) return undefined;
  const whole = isSpacedOut(text) ? text.replaceAll(/[ \t]/gu, "") : text;
  const known = KNOWN.get(headingKey(whole));
  if (known !== undefined) return known;
  // "Experience & Education" and similar headings begin with the first part.
  const [first = "", second] = whole.split(/ [&/|] |\t/u);
  return second === undefined ? undefined : KNOWN.get(headingKey(first));
}
