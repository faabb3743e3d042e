import type { ReactNode } from "react";
import "./file-steps.css";

/** Three steps to LinkedIn's file, in pictures and words. The words say all that the pictures do. */

/** The frame of a page, with lines of text that say nothing. */
function Sheet({ children }: { children: ReactNode }): ReactNode {
  return (
    <svg className="how__pic" viewBox="0 0 160 96" aria-hidden="true">
      <rect className="how__sheet" x="0.75" y="0.75" width="158.5" height="94.5" rx="8" />
      {children}
    </svg>
  );
}

/** A list of settings with one selected. */
function SettingsPicture(): ReactNode {
  return (
    <Sheet>
      <circle className="how__on" cx="20" cy="18" r="8" />
      <path className="how__text" d="M36 18h40" />
      <path className="how__text" d="M14 40h56M14 80h44" />
      <rect className="how__chosen" x="8" y="50" width="144" height="20" rx="5" />
      <path className="how__word" d="M14 60h84" />
      <path className="how__way" d="M138 55l5 5-5 5" />
    </Sheet>
  );
}

/** Three ticked boxes, and a button. */
function RequestPicture(): ReactNode {
  return (
    <Sheet>
      {[14, 32, 50].map((y, at) => (
        <g key={y}>
          <rect className="how__on" x="14" y={y - 1} width="12" height="12" rx="3" />
          <path className="how__tick" d={`M17 ${y + 5}l2.5 2.5 4.5-5`} />
          <path className="how__word" d={`M36 ${y + 5}h${[52, 60, 36][at]}`} />
        </g>
      ))}
      <rect className="how__on" x="14" y="70" width="72" height="17" rx="5" />
      <path className="how__light" d="M26 78.5h48" />
    </Sheet>
  );
}

/** An e-mail, a packed file, and a pipeline that begins with it. */
function ChoosePicture(): ReactNode {
  return (
    <Sheet>
      <rect className="how__open" x="14" y="18" width="44" height="30" rx="4" />
      <path className="how__way" d="M15 21l21 16 21-16" />
      <path className="how__way" d="M68 33h14m-5-5l5 5-5 5" />
      <path className="how__open" d="M94 14h24l10 10v28h-34z" />
      <path className="how__way" d="M110 18v4m0 4v4m0 4v4" />
      <path className="how__track" d="M20 76h120" />
      {[20, 62, 104].map((x) => (
        <circle key={x} className="how__stop" cx={x} cy="76" r="7" />
      ))}
      <path className="how__on" d="M136 67l12 9-12 9z" />
    </Sheet>
  );
}

const STEPS = [
  {
    picture: SettingsPicture,
    title: "Open your LinkedIn settings",
    words: "Settings & Privacy, then Data privacy, then “Get a copy of your data”.",
  },
  {
    picture: RequestPicture,
    title: "Ask for your data",
    words: "Tick Positions, Education and Profile, or take the whole archive, and request it.",
  },
  {
    picture: ChoosePicture,
    title: "Choose the ZIP file here",
    words: "LinkedIn sends you an e-mail with a link. Download the file on this device and choose it as it is.",
  },
] as const;

export function FileSteps(): ReactNode {
  return (
    <ol className="how">
      {STEPS.map(({ picture: Picture, title, words }, index) => (
        <li key={title} className="how__s">
          <Picture />
          <p className="ui semi">
            <span className="how__n">{index + 1}.</span> {title}
          </p>
          <p className="small dim">{words}</p>
        </li>
      ))}
    </ol>
  );
}
