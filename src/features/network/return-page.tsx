import { data, Link, useLoaderData, type LoaderFunctionArgs } from "react-router";
import { FormPage } from "#features/form-page/parts/form-page.tsx";
import { pageHead } from "#features/page/parts/head.ts";
import { pageContext } from "#server/page-context.ts";
import type { Route } from "./+types/return-page.ts";
import { NetworkReturn } from "./parts/network-return.tsx";

/**
 * The page that the network returns people to. Only the browser reads the returned values, and removes them from the
 * address at once.
 */
export function loader({ context }: LoaderFunctionArgs) {
  const name = context.get(pageContext).networkName;
  if (name === undefined) throw data(null, { status: 404 });
  return { name };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "Login",
    description: "The end of a sign-in through a network.",
    path: "/login/network",
    isHidden: true,
  });
}

export default function NetworkReturnPage() {
  const { name } = useLoaderData<typeof loader>();
  return (
    <FormPage
      title="Login"
      lead={`You come back from ${name}.`}
      foot={
        <>
          New here?{" "}
          <Link className="link" to="/signup">
            Join Pipelines
          </Link>
        </>
      }
    >
      <NetworkReturn name={name} />
    </FormPage>
  );
}
