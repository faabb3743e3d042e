import { useId } from "react";
import { Form } from "react-router";
import { CompanySearchField } from "./company-search-field.tsx";
import type { CompanyView } from "#features/company/schema.ts";
import type { Layout } from "#features/search/rules.ts";

/** A plain GET form: works without script. */
export function SearchForm({
  asked,
  company,
  layout,
}: {
  /** The typed text, if no company has that name. */
  asked: string;
  company: Pick<CompanyView, "_id" | "displayName" | "logo"> | undefined;
  layout: Layout;
}) {
  const clearForm = useId();
  const name = company?.displayName ?? asked;
  const keepsLayout = layout === "pipeline" ? <input type="hidden" name="layout" value="pipeline" /> : null;
  return (
    <>
      <Form method="get" action="/search" className="qsolo" role="search">
        <div className="grow">
          <CompanySearchField
            key={name}
            start={{ companyId: company?._id ?? "", companyName: name, logo: company?.logo ?? "" }}
            clearForm={clearForm}
          />
        </div>
        {keepsLayout}
        <button className="btn btn--p btn--lg qsolo__go" type="submit">
          Search
        </button>
      </Form>
      <form id={clearForm} method="get" action="/search">
        {keepsLayout}
      </form>
    </>
  );
}
