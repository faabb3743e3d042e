/** The line on each page of figures that says whose pipelines are counted. */
export function CountedNote() {
  return (
    <p className="in-note">
      Counted from the lines that anybody can see on this site, so that anybody can count again. Numbers are shown from
      5 people on. Ratings are counted apart, in batches.
    </p>
  );
}

/** While the lines are being read after a start. */
export function NotReady() {
  return <p className="nodata">Paths are being read. Try again in a moment.</p>;
}
