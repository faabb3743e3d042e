import type { StopView } from "#features/pipeline/schema.ts";

/** One experience as PATCH /api/company/update takes it. */
type ReportedExperience = {
  tempId2: number;
  companyId: string;
  name: string;
  title: string;
  rating: number;
  startDate: string;
  endDate: string;
  userId: string;
  indefinite: boolean;
};

/** A saved pipeline as the body of that call, which expects lower-case titles. */
export function toReportedExperiences(pipeline: readonly StopView[], profileId: string): ReportedExperience[] {
  return pipeline.map((of, index) => ({
    tempId2: index,
    companyId: of.companyId,
    name: of.companyName,
    title: of.title.toLowerCase(),
    rating: of.rating ?? 0,
    startDate: of.startDate,
    endDate: of.endDate,
    userId: profileId,
    indefinite: of.isIndefinite,
  }));
}
