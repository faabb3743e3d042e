import { BrandMark } from "#features/page/parts/brand.tsx";

export function Footer({ hasDemo }: { hasDemo: boolean }) {
  return (
    <footer className="ftr">
      <div className="wrap ftr__in">
        <p className="row ftr__c">
          <span className="brand">
            <BrandMark size={20} />
          </span>
          © 2024 Pipelines
        </p>
        {hasDemo ? (
          <p className="ftr__demo">
            Some of the people on this site are invented for demonstration, and its numbers count them too.
          </p>
        ) : null}
        <p className="row row--wrap ftr__a">
          <a className="link" href="/data">
            Open data
          </a>
          <a className="link" href="/suggestions">
            Have a suggestion?
          </a>
        </p>
      </div>
    </footer>
  );
}
