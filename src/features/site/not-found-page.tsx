import { data } from "react-router";
import { NotFound } from "#features/page/parts/page-error.tsx";

export function meta() {
  return [{ title: "Not found – Pipelines" }];
}

export function loader() {
  return data(null, { status: 404 });
}

export default function NotFoundPage() {
  return <NotFound />;
}
