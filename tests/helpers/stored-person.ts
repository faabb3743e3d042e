import { mapTexts } from "#core/role-texts.ts";
import type { RoleRow } from "#core/stored-profile.ts";
import type { ShownRow } from "#features/profile/pure/projection.ts";

/** An invented person and a role of hers, as they are stored, for tests. */
export const ADA: ShownRow = {
  public_id: "5f00000000000000000000dd",
  first_name: "Ada",
  last_name: "L",
  username: "ada",
  linkedin: "",
  location: "",
  visibility: "public",
  created: true,
  show_months: false,
  own_titles: false,
  hide_school: false,
  school_text: "",
  school_public_id: null,
  school_name: null,
  school_country_code: null,
  school_country: null,
  picture_id: null,
};

export const ENGINEER: RoleRow = {
  stop_id: "5f00000000000000000000cc",
  company_id: "5f00000000000000000000bb",
  name: "shopify",
  display_name: "Shopify",
  logo: "",
  title: "Software Engineer",
  kind: "full-time",
  start_date: "2020-05-14",
  end_date: null,
  date_precision: "day",
  rating: 80,
  undisclosed: false,
  ...mapTexts(() => ""),
};
