/** A pattern of slanted lines for the second of two kinds: fill with `url(#id)`. Its place is in `<defs>`. */
export function Hatch({ id }: { id: string }) {
  return (
    <pattern id={id} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="7" height="7" className="ch-hatch__ground" />
      <path d="M0 0V7" className="ch-hatch" />
    </pattern>
  );
}
