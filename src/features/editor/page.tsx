import { Suspense } from "react";
import { data, redirect, useLoaderData, type LoaderFunctionArgs } from "react-router";
import { pageContext } from "#server/page-context.ts";
import { lazyPart } from "#ui/connection.ts";
import { ClientOnly } from "#ui/client-only.tsx";
import { TriangleLoader } from "./parts/triangle-loader.tsx";
import { readOwnProfile } from "#features/profile/read.server.ts";

/** The editor's code is large and only used in the browser. The page itself is a heading and a loader. */
const Editor = lazyPart(async () => ({ default: (await import("./parts/editor.tsx")).Editor }));

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, viewer, today } = context.get(pageContext);
  if (!viewer) throw redirect("/login?next=/edit");
  const profile = await readOwnProfile(db, { viewer, today });
  if (!profile) throw data(null, { status: 404 });
  return { profile, today };
}

export function meta({ loaderData }: { loaderData: Awaited<ReturnType<typeof loader>> | undefined }) {
  return [{ title: `${loaderData?.profile.created ? "Edit" : "Create"} Your Profile – Pipelines` }];
}

export default function EditPage() {
  const { profile, today } = useLoaderData<typeof loader>();
  const loading = (
    <>
      <h1 className="sr">{profile.created ? "Edit Your Profile" : "Create Your Profile"}</h1>
      <TriangleLoader>Loading your line</TriangleLoader>
      <noscript>
        <p className="wrap ed-still">Editing needs JavaScript.</p>
      </noscript>
    </>
  );
  return (
    <ClientOnly fallback={loading}>
      {() => (
        <Suspense fallback={loading}>
          <Editor key={profile._id} profile={profile} today={today} />
        </Suspense>
      )}
    </ClientOnly>
  );
}
