import { redirect } from "react-router";
import { pathContext } from "#features/path/path-context.ts";
import { pageHead } from "#features/page/parts/head.ts";
import { readQuestions } from "#features/way/read.server.ts";
import { pageContext } from "#server/page-context.ts";
import type { Route } from "./+types/page.ts";
import { AskTheMap } from "./parts/ask-the-map.tsx";
import { readReading } from "./read.server.ts";

/** If the sentence is understood, redirects to its route. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, today, now, share } = context.get(pageContext);
  const paths = context.get(pathContext);
  const sentence = new URL(request.url).searchParams.get("q") ?? "";
  const { href, text } = await readReading({ db, paths, today, now }, sentence);
  if (href !== undefined) throw redirect(href);
  share([]);
  return { text, questions: await readQuestions({ db, paths }) };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "Ask the map",
    description: "Ask how people got somewhere in one sentence, and see their lines.",
    path: "/ask",
    isHidden: (loaderData?.text ?? "") !== "",
  });
}

export default function AskPage({ loaderData }: Route.ComponentProps) {
  return <AskTheMap questions={loaderData.questions} asked={loaderData.text} level={1} />;
}
