import { useState } from "react";
import { LEVEL_WORDS, seenAt } from "#features/share/pure/seen.ts";
import type { ShareLevel } from "#core/share-level.ts";
import { Icon } from "#ui/icon.tsx";
import type { ShareData } from "./share-view.tsx";

/** The choice of the level, and what others see at it. */
export function LevelSection({ share, onChoose }: { share: ShareData; onChoose: (level: ShareLevel) => void }) {
  // Show the new choice before the server has answered.
  const [chosen, setChosen] = useState(share.level);
  return (
    <section className="sec">
      <form method="get" action="/share">
        <input type="hidden" name="theme" value={share.theme} />
        <fieldset className="shr__lvl">
          <legend className="h-sec">What others will see</legend>
          {share.levels.map((level) => (
            <label className="rcard" key={level}>
              <input
                type="radio"
                name="level"
                value={level}
                checked={chosen === level}
                onChange={() => {
                  setChosen(level);
                  onChoose(level);
                }}
              />
              <span className="radio__dot" />
              <span className="ui semi grow">
                {LEVEL_WORDS[level].name}
                <span className="small dim rcard__a">{LEVEL_WORDS[level].about}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <noscript>
          <button type="submit" className="btn btn--s shr__show">
            Show this level
          </button>
        </noscript>
      </form>
      <ul className="shr__see" role="list">
        {seenAt(share.shared, share.level).map(({ text, isSeen }) => (
          <li key={text} className={isSeen ? undefined : "is-no"}>
            <Icon name={isSeen ? "check" : "x"} />
            <span className="sr">{isSeen ? "Shown: " : "Not shown: "}</span>
            {text}
          </li>
        ))}
      </ul>
      <p className="small dim shr__note">
        Applies to this link, the picture, the embed and the print. Each level has a link of its own; what you change in
        your pipeline shows in all of them. A switch between public, anonymous and private ends every link.
      </p>
    </section>
  );
}
