/** Index 0 is level 1. */
export const FACE_NAMES = ["Very unhappy", "Unhappy", "Neutral", "Happy", "Very happy"] as const;

export type Level = 1 | 2 | 3 | 4 | 5;
const LEVELS = [1, 2, 3, 4, 5] as const;

const EYES: Record<Level, string> = {
  1: "M7.6 10.3l2.3-1.5M16.4 10.3l-2.3-1.5",
  2: "M9 9.2v1.3M15 9.2v1.3",
  3: "M9 8.9v1.6M15 8.9v1.6",
  4: "M9 8.6v1.7M15 8.6v1.7",
  5: "M7.7 10.2c.3-.9.8-1.4 1.4-1.4s1.1.5 1.4 1.4M13.5 10.2c.3-.9.8-1.4 1.4-1.4s1.1.5 1.4 1.4",
};
const MOUTHS: Record<Level, string> = {
  1: "M8 17.4c0-1.6 1.6-2.9 4-2.9s4 1.3 4 2.9c0 .5-.5.7-1 .5-1.9-.6-4.1-.6-6 0-.5.2-1 0-1-.5z",
  2: "M8.3 16.7l1.3-1a2 2 0 0 1 1.2-.4h2.4a2 2 0 0 1 1.2.4l1.3 1",
  3: "M8.3 15.7h7.4",
  4: "M8.3 14.5l1.4 1.3a2 2 0 0 0 1.3.5h2a2 2 0 0 0 1.3-.5l1.4-1.3",
  5: "M7.7 13.6h8.6c0 2.5-1.9 4.3-4.3 4.3s-4.3-1.8-4.3-4.3z",
};

export function levelName(level: Level): string {
  return FACE_NAMES[level - 1] ?? "";
}

export function isLevel(value: number): value is Level {
  return value >= 1 && value <= 5 && Number.isInteger(value);
}

/** Decoration: say the level's name beside it. */
export function Face({ level, size = 20 }: { level: Level; size?: number }) {
  const open = level === 1 || level === 5;
  return (
    <svg
      className={`face face--${level}`}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <circle className="face__ring" cx="12" cy="12" r="9.8" />
      <path d={EYES[level]} />
      <path d={MOUTHS[level]} {...(open ? { fill: "currentColor", strokeWidth: 1 } : {})} />
    </svg>
  );
}

/** A face with words: "Happy", or "Happy, 4 of 5". */
export function FaceLabel({ level, ofFive = false }: { level: Level; ofFive?: boolean }) {
  return (
    <span className="faced">
      <Face level={level} />
      {ofFive ? `${levelName(level)}, ${level} of 5` : levelName(level)}
    </span>
  );
}

/** Five radio buttons. Arrow keys move; choosing the chosen level again clears it (0). `label` names the group. */
export function FaceScale({
  name,
  label,
  level,
  onLevel,
}: {
  name: string;
  label: string;
  level: Level | 0;
  onLevel: (level: Level | 0) => void;
}) {
  return (
    <span className="rating" role="radiogroup" aria-label={label}>
      {LEVELS.map((one) => (
        <label key={one} className={`rating__o face--${one}`}>
          <input
            type="radio"
            name={name}
            value={one * 20}
            checked={one === level}
            aria-label={levelName(one)}
            onChange={() => onLevel(one)}
            onClick={() => {
              if (one === level) onLevel(0);
            }}
          />
          <Face level={one} size={26} />
        </label>
      ))}
    </span>
  );
}
