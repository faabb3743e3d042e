import { sql } from "kysely";
import { companyMarkAddress } from "#core/monogram.ts";
import { numberColumns } from "#features/stats/read.server.ts";
import { companyFigures, type CompanyNumbers } from "#features/stats/rules.ts";
import type { CompanyView } from "./schema.ts";

/** A company with its numbers, as COMPANY_COLUMNS reads it. */
export type CompanyRow = CompanyNumbers & {
  id: number;
  public_id: string;
  name: string;
  display_name: string;
  description: string;
  country_code: string;
  logo: string;
};

/** The columns of a CompanyRow. Needs the tables `company c` and `joinNumbers("c", "t")`. */
export const COMPANY_COLUMNS = sql`c.id, c.public_id, c.name, c.display_name, c.description, c.country_code, c.logo,
  ${numberColumns("t")}`;

export function logoOf(row: { logo: string; display_name: string }): string {
  return row.logo === "" ? companyMarkAddress(row.display_name) : row.logo;
}

/** Clients divide the sum by the number of raters and by 20: five placeholders carry the level and nothing else. */
const RATED_PLACEHOLDERS = ["rated", "rated", "rated", "rated", "rated"];

/** Clients count these. Capped at 1,000, as employeesCount and internsCount are not. */
export function placeholders(count: number): string[] {
  return Array.from({ length: Math.min(1_000, count) }, () => "person");
}

export function toCompanyView(row: CompanyRow, minRaters: number): CompanyView {
  const figures = companyFigures(row, minRaters);
  return {
    _id: row.public_id,
    id: row.public_id,
    name: row.name,
    displayName: row.display_name,
    logo: logoOf(row),
    description: row.description,
    rating: figures.ratingLevel * 100,
    ratedEmployees: figures.ratingLevel === 0 ? [] : RATED_PLACEHOLDERS,
    tenure: figures.averageStayDays,
    people: figures.people,
  };
}
