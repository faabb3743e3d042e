import { numberText } from "#core/number-text.ts";
import type { ReactNode } from "react";
import { CompanyLogo, Avatar } from "#features/drawing/parts/marks.tsx";
import type { CompanyView } from "#features/company/schema.ts";
import { Icon } from "#ui/icon.tsx";

function Feature({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className="feat">
      <div className="feat__spec" aria-hidden="true">
        {children}
      </div>
      <h3 className="h-sub feat__t">{title}</h3>
      <p className="ui dim">{text}</p>
    </li>
  );
}

function SearchSpecimen({ popular }: { popular: readonly CompanyView[] }) {
  return (
    <>
      <div className="input feat__input">
        <Icon name="search" size={18} />
        <span className="caret" />
      </div>
      <div className="menu feat__menu">
        {popular.map((company, index) => (
          <div key={company._id} className={index === 0 ? "menu__i is-on" : "menu__i"}>
            <CompanyLogo name={company.displayName} logo={company.logo} size="s" ring="plain" />
            <span className="trunc">{company.displayName}</span>
            {company.people >= 5 ? <span className="faint">{`${numberText(company.people)} people`}</span> : null}
          </div>
        ))}
      </div>
    </>
  );
}

function ImportSpecimen({ hasNetwork }: { hasNetwork: boolean }) {
  return (
    <div className="imp">
      <div className="imp__src">
        <span className="imp__in">{hasNetwork ? "in" : <Icon name="file" size={22} />}</span>
        <span className="xs dim">{hasNetwork ? "Network sign-in" : "Your export file"}</span>
      </div>
      <div className="imp__flow">
        <span className="trk trk--arrow imp__arrow" />
      </div>
      <div className="imp__dst panel line-0">
        <Avatar size={44} />
        <div>
          <div className="small semi">Maya Lindqvist</div>
          <div className="xs dim">Canada</div>
        </div>
        <span className="tag tag--pos imp__tag">
          <Icon name="check" size={14} /> Imported
        </span>
      </div>
    </div>
  );
}

function AnonymousSpecimen() {
  return (
    <div>
      <div className="anon__row">
        <span className="small med">I want to remain anonymous</span>
        <span className="switch is-on" />
      </div>
      <div className="anon__card panel line-0">
        <Avatar size={44} />
        <div>
          <div className="small semi">Anonymous</div>
          <div className="xs dim">Somewhere</div>
        </div>
        <div className="anon__line">
          <span className="st st--xs" data-kind="i" />
          <span className="trk trk--i" />
          <span className="st st--xs" data-kind="i" />
          <span className="trk trk--i" />
          <span className="st st--xs" />
          <span className="trk" />
          <span className="st st--xs" />
          <span className="trk trk--arrow" />
        </div>
      </div>
    </div>
  );
}

const COUNTRIES = ["Canada", "India", "Kenya", "Germany", "Brazil"] as const;

function WorldSpecimen() {
  return (
    <ul className="ctry">
      {COUNTRIES.map((country, index) => (
        <li key={country} className={`line-${index} ctry__${index}`}>
          <span className="small">{country}</span>
          <span className="ctry__t">
            <i className="trk" />
            <i className="st st--xs" />
          </span>
        </li>
      ))}
    </ul>
  );
}

export function Features({
  popular,
  hasNetwork,
}: {
  popular: readonly CompanyView[];
  /** Without a network sign-in, details come from a file. */
  hasNetwork: boolean;
}) {
  return (
    <section className="section wrap feats">
      <div className="feats__h">
        <h2 className="h-statement">Know the route before you board</h2>
        <p className="lead feats__p">
          Job posts describe one stop. Pipelines shows the whole line: what came before, how long people stayed, how
          they felt about it, and what came next.
        </p>
      </div>
      <ul className="feats__g" role="list">
        <Feature
          title="Search a community database"
          text="Type a company and get the people who worked there, each with their full sequence of stops."
        >
          <SearchSpecimen popular={popular} />
        </Feature>
        <Feature
          title="Bring your picture and details along"
          text={
            hasNetwork
              ? "Sign in with your professional network and your name, picture and country are filled in for you."
              : "Choose the file that your professional network gives you, and your stops are filled in. Add a picture if you like."
          }
        >
          <ImportSpecimen hasNetwork={hasNetwork} />
        </Feature>
        <Feature
          title="Share without your name"
          text="Turn on one switch and you can remain 100% anonymous. Your stops help others; your name stays yours."
        >
          <AnonymousSpecimen />
        </Feature>
        <Feature
          title="Pipelines from around the world"
          text="Lines start at schools in any country and lead wherever the work is, from first internship to today."
        >
          <WorldSpecimen />
        </Feature>
      </ul>
    </section>
  );
}
