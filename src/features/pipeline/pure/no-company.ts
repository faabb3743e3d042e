import { foldText } from "#core/text.ts";

/**
 * Texts in the company field that are no company. They never become a shared company: two people who write
 * "Self-employed" do not work together.
 */

const listOf = (text: string): ReadonlySet<string> => new Set(text.split(",").map(plain));

function plain(text: string): string {
  return foldText(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

const OWN_ACCOUNT = listOf(
  "freelance,freelancer,freelancing,freelance work,self-employed,self employed,selfemployed,self employment,independent," +
    "independent contractor,independent consultant,sole trader,contractor,various clients,multiple clients,own business," +
    "selbstständig,selbständig,freiberuflich,freiberufler,freischaffend,indépendant,auto-entrepreneur,travailleur indépendant," +
    "autónomo,por cuenta propia,independiente,autônomo,conta própria,libero professionista,zzp,zzp'er,zelfstandig," +
    "wolny strzelec,samozatrudnienie,frilans,egenföretagare,selvstændig,osvč,serbest çalışan,фриланс,самозанятый," +
    "フリーランス,个体户,自由职业,프리랜서",
);
const NOT_NAMED = listOf(
  "stealth,stealth startup,stealth mode,stealth mode startup,stealth company,stealth ai startup,confidential,confidential company," +
    "undisclosed,company confidential,private,n/a,na,none,various,various companies,misc,miscellaneous,other,student,unemployed," +
    "personal project,personal projects,open source,retired,vertraulich,confidentiel,confidencial",
);
const BREAKS = listOf(
  "career break,break,sabbatical,gap year,parental leave,maternity leave,paternity leave,family leave,medical leave,sick leave," +
    "caregiving,full-time parent,stay-at-home parent,unemployed,elternzeit,sabbatjahr,auszeit,congé parental,congé sabbatique," +
    "année sabbatique,pausa profesional,año sabático,congedo parentale,ouderschapsverlof,föräldraledig,travel,travelling,traveling," +
    "military service,national service,wehrdienst,service militaire,servicio militar",
);

/** "Self-employed", "Freelance" and their like in other languages. */
export function isOwnAccount(company: string): boolean {
  return OWN_ACCOUNT.has(plain(company));
}

/** A time without a job: a career break, leave, military service. */
export function isBreak(company: string): boolean {
  return BREAKS.has(plain(company));
}

/** A text in a company's place that names none. */
export function isNoCompany(company: string): boolean {
  return isOwnAccount(company) || isBreak(company) || NOT_NAMED.has(plain(company));
}
