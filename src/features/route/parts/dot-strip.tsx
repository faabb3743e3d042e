import { formatMonths } from "#core/calendar.ts";
import type { Spread } from "#features/path/pure/types.ts";

const WIDTH = 340;
const SIDE = 12;
const DOT = 3.4;
/** Dots of one column stand so far apart; more than fit are drawn closer. */
const STEP = 7.8;
const MOST_HEIGHT = 120;
const COLUMNS = 36;

function ticksOf(from: number, to: number): number[] {
  const years = (to - from) / 12;
  const step = 12 * Math.max(1, Math.ceil(years / 5));
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, at) => first + at * step);
}

/** One dot a person by the time the route took, with the middle half and the median on the axis. */
export function DotStrip({
  times,
  months,
  title,
}: {
  times: readonly number[];
  months: NonNullable<Spread>;
  /** "Time from Shopify to Google". */
  title: string;
}) {
  const least = Math.floor(Math.min(...times, months.q1) / 12) * 12;
  const most = Math.max(least + 12, Math.ceil(Math.max(...times, months.q3) / 12) * 12);
  const x = (month: number): number => SIDE + ((month - least) / (most - least)) * (WIDTH - 2 * SIDE);
  const columns = new Map<number, number>();
  const dots = times.map((month) => {
    const column = Math.round(((month - least) / (most - least)) * COLUMNS);
    const row = columns.get(column) ?? 0;
    columns.set(column, row + 1);
    return { column, row };
  });
  const tallest = Math.max(1, ...columns.values());
  const gap = Math.min(STEP, (MOST_HEIGHT - 2 * DOT) / tallest);
  const base = Math.round((tallest - 1) * gap + 2 * DOT + 6);
  const about = months.isAbout ? "about " : "";
  const said = `Median ${about}${formatMonths(months.median)}, middle half ${formatMonths(months.q1)} to ${formatMonths(months.q3)}.`;
  return (
    <figure className="rstrip">
      <figcaption className="small faint">{times.length > 0 ? `${title}, one dot per person` : title}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${base + 30}`}
        width={WIDTH}
        height={base + 30}
        role="img"
        aria-label={times.length > 0 ? `Dot plot of ${times.length} times. ${said}` : said}
      >
        <rect
          className="rstrip__half"
          x={x(months.q1)}
          y={base - 3}
          width={Math.max(2, x(months.q3) - x(months.q1))}
          height="6"
          rx="3"
        />
        <path className="rstrip__axis" d={`M${SIDE / 2} ${base}H${WIDTH - SIDE / 2}`} />
        {dots.map(({ column, row }, index) => (
          <circle
            key={index}
            className="rstrip__dot"
            cx={SIDE + (column / COLUMNS) * (WIDTH - 2 * SIDE)}
            cy={base - 8 - row * gap}
            r={DOT}
          />
        ))}
        <path className="rstrip__median" d={`M${x(months.median)} ${base - 4}v10`} />
        {ticksOf(least, most).map((month, index, all) => (
          <text key={month} className="rstrip__t" x={x(month)} y={base + 22} textAnchor="middle">
            {`${month / 12}${index === all.length - 1 ? " yr" : ""}`}
          </text>
        ))}
      </svg>
    </figure>
  );
}
