/** Cards to come, each with its line. */
export function CardsSkeleton({ count = 8 }: { count?: number }) {
  return (
    <ul className="cards cards--coming" role="list" aria-hidden="true">
      {Array.from({ length: count }, (_, n) => (
        <li key={n} className="cards__i">
          <div className="pcard">
            <div className="pcard__top">
              <span className="avatar avatar--44" />
              <div className="grow">
                <p className="pcard__name">&nbsp;</p>
                <p className="pcard__meta">&nbsp;</p>
              </div>
            </div>
            <div className="mini">
              <span className="st st--s" data-kind="school" />
              <span className="trk trk--gap" />
              <span className="st st--xs" />
              <span className="trk" />
              <span className="st" />
              <span className="trk trk--arrow" />
            </div>
            <p className="pcard__ti">&nbsp;</p>
            <p className="pcard__co">&nbsp;</p>
            <p className="pcard__da">&nbsp;</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
