import type { ReactNode } from "react";
import "#ui/page-admin-lists.css";
import "#ui/page-admin-tabs.css";
import "#ui/page-admin.css";
import "#ui/page-gallery.css";
import { Fields } from "./parts/fields.tsx";
import { Lines } from "./parts/lines.tsx";
import { Lists } from "./parts/lists.tsx";
import { Marks } from "./parts/marks.tsx";
import { Messages } from "./parts/messages.tsx";
import { Persons } from "./parts/persons.tsx";
import { Pickers } from "./parts/pickers.tsx";
import { Ratings } from "./parts/ratings.tsx";

const GROUPS = [
  ["lines", Lines],
  ["people", Persons],
  ["marks", Marks],
  ["ratings", Ratings],
  ["fields", Fields],
  ["pickers", Pickers],
  ["messages", Messages],
  ["lists", Lists],
] as const;

export function meta() {
  return [{ title: "Gallery – Pipelines" }];
}

/** Every component in every state, for those who work on them. Only while developing: no build has it (routes.ts). */
export default function GalleryPage(): ReactNode {
  return (
    <div className="wrap gal">
      <h1 className="h-page">Gallery</h1>
      {GROUPS.map(([name, Group]) => (
        <div key={name} data-group={name}>
          <Group />
        </div>
      ))}
    </div>
  );
}
