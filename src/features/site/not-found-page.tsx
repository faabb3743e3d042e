import { data } from "react-router";
import { NotFound } from "./parts/not-found.tsx";

export function meta() {
  return [{ title: "Not found – Pipelines" }];
}

/** Any other path. The status is the page's, the words are for people. */
export function loader() {
  return data(null, { status: 404 });
}

export default function NotFoundPage() {
  return <NotFound />;
}
