type KeyItem = { mark: "whisker" | "mean" | "dash" | "capsule"; text: string };

/** The meaning of a chart's marks. */
export function ChartKey({ items }: { items: readonly KeyItem[] }) {
  return (
    <ul className="ch-key line-0">
      {items.map(({ mark, text }) => (
        <li key={text}>
          <svg width="30" height="18" aria-hidden="true">
            {mark === "whisker" ? (
              <>
                <path d="M3 9H27M3 4V14M27 4V14" className="ch-whisker" />
                <circle cx="15" cy="9" r="5" className="ch-ring" />
              </>
            ) : mark === "mean" ? (
              <>
                <rect y="3" width="30" height="12" className="ch-band" />
                <path d="M0 9H30" className="ch-mean" />
              </>
            ) : mark === "dash" ? (
              <path d="M0 9H30" className="ch-dash" />
            ) : (
              <>
                <rect x="2" y="2.5" width="26" height="13" rx="6.5" className="ch-capsule" />
                <circle cx="15" cy="9" r="4" className="ch-ring" />
              </>
            )}
          </svg>
          {text}
        </li>
      ))}
    </ul>
  );
}
