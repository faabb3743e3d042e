import { Form } from "react-router";
import { CompanySearchField } from "#features/company/parts/company-combobox.tsx";
import type { Layout } from "#features/search/rules.ts";

/** One field on a piece of track. A plain GET form: works without script. */
export function SearchForm({ company, layout }: { company: string; layout: Layout }) {
  return (
    <Form method="get" action="/search" className="qsolo" role="search">
      <div className="grow">
        <CompanySearchField
          key={company}
          name="company"
          label="Company"
          hidesLabel
          defaultValue={company}
          placeholder="Search companies"
          className="qsolo__in"
        />
      </div>
      {layout === "pipeline" ? <input type="hidden" name="layout" value="pipeline" /> : null}
      <button className="btn btn--p btn--lg qsolo__go" type="submit">
        Search
      </button>
    </Form>
  );
}
