import { isRouteErrorResponse } from "react-router";
import { MissingPage } from "./missing-page.tsx";

/** What no page foresaw. Nothing of the error's own text is shown: it may hold what is nobody's business. */
export function UnexpectedError() {
  return (
    <>
      <title>Error – Pipelines</title>
      <MissingPage title="Unexpected Application Error!" href="/" action="Take me home!">
        Something went wrong on our side. Try again in a moment.
      </MissingPage>
    </>
  );
}

/** A page's own sentence for what does not exist; anything else is unexpected. */
export function PageError({
  error,
  missing,
  href,
  action,
}: {
  error: unknown;
  missing: string;
  href: string;
  action: string;
}) {
  return isRouteErrorResponse(error) && error.status === 404 ? (
    <>
      <title>Not found – Pipelines</title>
      <MissingPage title={missing} href={href} action={action} />
    </>
  ) : (
    <UnexpectedError />
  );
}
