import { useState, type ReactNode } from "react";
import { FormPage } from "#features/form-page/parts/form-page.tsx";
import { FormDone } from "#features/form-page/parts/form-done.tsx";
import { LogInForm } from "#features/account/parts/credentials-form.tsx";
import { DiscoverBand } from "#features/discover/parts/band.tsx";
import { CodeForm } from "#features/early-access/parts/code-form.tsx";
import { Explainer } from "#features/home/parts/explainer.tsx";
import { Features } from "#features/home/parts/features.tsx";
import { HeroMap, SmallHeroMap } from "#features/home/parts/hero-map.tsx";
import { CallToAction, LogoStrip, Quotes, RandomPeople } from "#features/home/parts/people.tsx";
import { NetworkButton } from "#features/network/parts/network-button.tsx";
import { NewsletterForm } from "#features/newsletter/parts/newsletter-form.tsx";
import { cardOf } from "#features/person-card/parts/card.ts";
import { TODAY } from "#features/person-card/parts/fixtures.ts";
import { SentNotice } from "#features/suggestion/parts/sent-notice.tsx";
import { SuggestionForm } from "#features/suggestion/parts/suggestion-form.tsx";
import { ENDED, EVERYTHING, LONGEST, MASKED, STARTING } from "./people.ts";
import { companyOf } from "./searches.tsx";
import { Specimen, State } from "./specimen.tsx";

const REFUSED = "Invalid username or password.";
const FIVE = [EVERYTHING, MASKED, LONGEST, STARTING, ENDED].map((person) => cardOf(person, TODAY));
const COMPANIES = ["Quillon", "Tarn & Fell", "Bramble Works", "Oakhollow", "Northmoor"].map((name, index) =>
  companyOf(name, index * 40),
);

/** Opens a component only on request, because it takes the focus when it appears. */
function AskedFor(props: { name: string; children: (close: () => void) => ReactNode }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return isOpen ? (
    props.children(() => setOpen(false))
  ) : (
    <button type="button" className="btn btn--s" onClick={() => setOpen(true)}>
      {props.name}
    </button>
  );
}

/** The first things a visitor sees: parts of the landing page, and the forms for sign-up and login. */
export function Entrances(): ReactNode {
  return (
    <>
      <Specimen name="HeroMap" note="wide screens only">
        <div className="gal__wide gal__clip">
          <HeroMap />
        </div>
      </Specimen>
      <Specimen name="SmallHeroMap" note="small screens only">
        <div className="gal__wide gal__clip">
          <SmallHeroMap />
        </div>
      </Specimen>
      <Specimen name="Features">
        <div className="gal__wide">
          <Features popular={COMPANIES} hasNetwork />
          <Features popular={COMPANIES} hasNetwork={false} />
        </div>
      </Specimen>
      <Specimen name="Explainer">
        <div className="gal__wide">
          <Explainer />
        </div>
      </Specimen>
      <Specimen name="RandomPeople">
        <div className="gal__wide">
          <RandomPeople cards={FIVE} />
          <RandomPeople cards={FIVE.slice(0, 2)} />
        </div>
      </Specimen>
      <Specimen name="LogoStrip">
        <div className="gal__wide">
          <LogoStrip
            areStops
            logos={Array.from({ length: 30 }, (_, at) => {
              const { _id: companyId, displayName, logo } = companyOf(`${COMPANIES[at % 5]?.displayName} ${at + 1}`, 0);
              return { companyId, displayName, logo };
            })}
          />
        </div>
      </Specimen>
      <Specimen name="Quotes">
        <div className="gal__wide">
          <Quotes />
        </div>
      </Specimen>
      <Specimen name="CallToAction">
        <div className="gal__wide">
          <CallToAction isLoggedIn hasNetwork={false} />
        </div>
      </Specimen>
      <Specimen name="DiscoverBand">
        <div className="gal__wide">
          <div className="gal__pin gal__pin--band">
            <DiscoverBand />
          </div>
        </div>
      </Specimen>
      <Specimen name="FormPage">
        {(["through", "start"] as const).map((kind) => (
          <div className="gal__wide" key={kind}>
            <State name={kind === "through" ? "A stop on the way: login" : "The first stop: sign-up"}>
              <FormPage
                kind={kind}
                title={kind === "through" ? "Login" : "Join"}
                lead="Pick up your line where you left it."
                foot="New here?"
              >
                <p className="ui dim">A form, and what else leads in.</p>
              </FormPage>
            </State>
          </div>
        ))}
      </Specimen>
      <Specimen name="LogInForm" note="refused">
        <LogInForm next="/" result={{ error: REFUSED, values: { email: "ada@example.test" } }} />
      </Specimen>
      <Specimen name="NetworkButton">
        <NetworkButton name="Testnet" next="/" />
      </Specimen>
      <Specimen name="FormDone">
        <AskedFor name="Show what is done">{() => <FormDone title="Your e-mail is verified." />}</AskedFor>
      </Specimen>
      <Specimen name="CodeForm">
        <CodeForm />
      </Specimen>
      <Specimen name="NewsletterForm">
        <div className="gal__soon">
          <NewsletterForm />
        </div>
      </Specimen>
      <Specimen name="SuggestionForm">
        <div className="gal__wide">
          <SuggestionForm result={{ error: "Must fill out all input fields.", values: {} }} />
        </div>
      </Specimen>
      <Specimen name="SentNotice">
        <AskedFor name="Show what was sent">{(close) => <SentNotice onAgain={close} />}</AskedFor>
      </Specimen>
    </>
  );
}
