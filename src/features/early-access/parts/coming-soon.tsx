import type { ReactNode } from "react";
import { NewsletterForm } from "#features/newsletter/parts/newsletter-form.tsx";
import { BrandMark } from "#features/page/parts/brand.tsx";
import type { FormResult } from "#server/page-context.ts";

/** The page for people without access, in place of any other page. */
export function ComingSoon({ result }: { result?: FormResult | undefined }): ReactNode {
  return (
    <div className="soon">
      <title>Pipelines Coming Soon</title>
      <meta name="robots" content="noindex" />
      <div className="wrap soon__in">
        <span className="brand soon__b">
          <BrandMark size={30} />
          <span>Pipelines</span>
        </span>
        <h1 className="hero-title">Pipelines Coming Soon</h1>
        <div className="soon__line" aria-hidden="true">
          <span className="soon__a" />
          <span className="soon__st" />
          <span className="soon__n" />
          <span className="soon__st soon__st--d" />
          <span className="soon__n soon__z" />
        </div>
        <div className="soon__row">
          <p className="lead soon__lead">
            Career lines of engineers around the world, stop by stop. Leave your{" "}
            <span className="soon__nb">e-mail</span> and we will tell you when the first train runs.
          </p>
          <NewsletterForm result={result} />
        </div>
        <p className="small soon__foot">
          Have a code?{" "}
          <a className="soon__l" href="/code">
            Enter it here
          </a>
        </p>
      </div>
    </div>
  );
}
