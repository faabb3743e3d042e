/** The mark: a P as a loop of track leaving a station. */
export function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg className="brand__mark" width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <path d="M9 20.5V10.3A6.3 6.3 0 0 1 15.3 4H18.3a7 7 0 0 1 0 14h-3.1" stroke="currentColor" strokeWidth="4.6" />
      <circle className="brand__hole" cx="9" cy="24.7" r="4" stroke="currentColor" strokeWidth="3.2" />
    </svg>
  );
}

/** Mark and name, the way home, for pages without the header. */
export function Brand() {
  return (
    <a className="brand" href="/" aria-label="Pipelines, home">
      <BrandMark />
      <span>Pipelines</span>
    </a>
  );
}
