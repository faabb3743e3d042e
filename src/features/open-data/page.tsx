import { numberText } from "#core/number-text.ts";
import { formatDay } from "#core/calendar.ts";
import { pageHead } from "#features/page/parts/head.ts";
import { pageContext } from "#server/page-context.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import type { Route } from "./+types/page.ts";
import { readDumps } from "./read.server.ts";
import { TABLE_NAMES, TABLES } from "./rules.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, share } = context.get(pageContext);
  share([]);
  return { dumps: await readDumps(db) };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "Open data",
    description: "Companies, schools and the routes between them, in numbers from five people on. Made anew each week.",
    path: "/data",
  });
}

function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export default function OpenDataPage({ loaderData: { dumps } }: Route.ComponentProps) {
  return (
    <div className="wrap rpage od">
      <h1 className="h-page">Open data</h1>
      <p className="od__p">
        Once a week this site writes down what is public: companies, schools, and the routes that five or more people
        took. Nobody’s line is in it. Numbers count visible people in fives, rounded down; below five there is none.
      </p>
      <section className="sec">
        <h2 className="h-sec">What is in it</h2>
        <dl className="kv od__kv">
          {TABLE_NAMES.map((name) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{TABLES[name].description}</dd>
            </div>
          ))}
        </dl>
        <p className="small dim od__n">
          Each table comes as CSV and as NDJSON, one record a line. datapackage.json names the columns, the licence and
          the SHA-256 of every file.{" "}
          <a className="link" href="/data/latest/datapackage.json">
            /data/latest/datapackage.json
          </a>{" "}
          leads to the newest.
        </p>
      </section>
      {dumps.length === 0 ? (
        <EmptyState kind="start" title="The first files are not written yet">
          They come within an hour of the site’s first start.
        </EmptyState>
      ) : (
        dumps.map(({ day, files }) => (
          <section className="sec" key={day}>
            <h2 className="h-sec">
              <time dateTime={day}>{formatDay(day)}</time>
            </h2>
            <div className="od__t">
              <table className="tbl">
                <thead>
                  <tr>
                    <th scope="col">File</th>
                    <th scope="col" className="r">
                      Records
                    </th>
                    <th scope="col" className="r">
                      Size
                    </th>
                    <th scope="col">SHA-256</th>
                  </tr>
                </thead>
                <tbody>
                  {files.map(({ name, records, bytes, sha256 }) => (
                    <tr key={name}>
                      <th scope="row">
                        <a className="link" href={`/data/${day}/${name}`}>
                          {name}
                        </a>
                      </th>
                      <td className="r">{numberText(records)}</td>
                      <td className="r">{sizeText(bytes)}</td>
                      <td>
                        <code title={sha256}>{sha256.slice(0, 12)}</code>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </section>
        ))
      )}
    </div>
  );
}
