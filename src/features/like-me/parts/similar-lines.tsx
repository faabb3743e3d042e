import { Avatar, lineClass } from "#features/drawing/parts/marks.tsx";
import type { CardView } from "#features/person-card/parts/card.ts";
import { CardLine } from "#features/person-card/parts/person-card.tsx";
import { Icon } from "#ui/icon.tsx";

/** The pipelines that share most with a person's, and a link to more of them. */
export function SimilarLines(props: {
  /** The page that aligns this pipeline with others. */
  href: string;
  lines: readonly { card: CardView; shared: number }[];
  /** A search for the latest stops. */
  route: { href: string; words: string } | undefined;
}) {
  const { lines, route } = props;
  return (
    <section className="sec" aria-labelledby="similar">
      <h2 className="h-sec" id="similar">
        Similar pipelines
      </h2>
      {lines.length === 0 ? null : (
        <ul className="pr-sim" role="list">
          {lines.map(({ card, shared }) => (
            <li key={card.id} className={lineClass(card.id)}>
              <div className="pr-sim__who">
                <Avatar pfp={card.pfp} size={36} />
                <div className="grow">
                  <a className="ui semi" href={`/user/${card.id}`}>
                    {card.name}
                  </a>
                  {card.latest === undefined ? null : (
                    <p className="small faint">{`${card.latest.title} at ${card.latest.company}`}</p>
                  )}
                </div>
                <span className="tag">{`${shared} shared`}</span>
              </div>
              <CardLine card={card} />
            </li>
          ))}
        </ul>
      )}
      <ul className="pr-more" role="list">
        <li>
          <a className="link link--arrow" href={props.href}>
            Line them up <Icon name="arrow-right" />
          </a>
          <p className="small faint">At the point where this line is now, with what came next.</p>
        </li>
        {route === undefined ? null : (
          <li>
            <a className="link link--arrow" href={route.href}>
              Search this route <Icon name="arrow-right" />
            </a>
            <p className="small faint">{route.words}</p>
          </li>
        )}
      </ul>
    </section>
  );
}
