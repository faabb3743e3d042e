import { BrandMark } from "./brand.tsx";

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
        {hasDemo ? <p className="ftr__demo">Most people shown here are invented for demonstration.</p> : null}
        <a className="link" href="/suggestions">
          Have a suggestion?
        </a>
      </div>
    </footer>
  );
}
