/**
 * A server that is broken on purpose, so that `npm run attack -- --planted` can
 * show that the attack finds what it looks for: a query put together from what
 * came in, and no bound on how long a request may take. On loopback only, over
 * the throw-away database that it is given; no part of the application.
 */
import { createServer } from "node:http";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"] ?? "", max: 4 });

const server = createServer(
  { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0, connectionsCheckingInterval: 60_000 },
  (request, response) => {
    const name = new URL(request.url ?? "/", "http://localhost").searchParams.get("name") ?? "";
    void (async () => {
      try {
        const { rows } = await pool.query(`select name, description from company where name = '${name}'`);
        response.setHeader("content-type", "application/json").end(JSON.stringify(rows));
      } catch (error) {
        response.statusCode = 500;
        response.end(error instanceof Error ? error.message : "");
      }
    })();
  },
);
server.timeout = 0;
server.listen(Number(process.env["PORT"] ?? 0), "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address) process.stdout.write(`http://127.0.0.1:${address.port}\n`);
});
