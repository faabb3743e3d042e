import type { ComponentProps } from "react";
import { peopleWords } from "#features/route/pure/words.ts";
import { SmallRoute } from "./small-route.tsx";

type Example = Pick<ComponentProps<typeof SmallRoute>, "looks" | "links"> & {
  href: string;
  words: string;
  people: number;
};

/** Routes to choose from, each with its people; nothing without any. */
export function ExampleRoutes({ title, examples }: { title: string; examples: readonly Example[] }) {
  if (examples.length === 0) return null;
  return (
    <section className="sec rsec">
      <h2 className="h-sec">{title}</h2>
      <ul className="rex" role="list">
        {examples.map(({ href, looks, links, words, people }) => (
          <li key={href}>
            <a className="rex__a" href={href}>
              <SmallRoute looks={looks} links={links} />
              <span>{words}</span>
              <span className="rex__n num">{peopleWords(people)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
