import { useState, type ReactNode } from "react";
import { CompanyLogo } from "#features/drawing/parts/marks.tsx";
import { QuickSearchButton } from "#features/quick-search/parts/quick-search-button.tsx";
import { cardOf } from "#features/person-card/parts/card.ts";
import { TODAY } from "#features/person-card/parts/fixtures.ts";
import { PersonCard } from "#features/person-card/parts/person-card.tsx";
import { PopularCompanies } from "#features/search/parts/popular.tsx";
import { SkipLink } from "#features/site/parts/skip-link.tsx";
import { ThemeButton } from "#features/page/parts/theme-button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Segments } from "#ui/segments.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { Switch } from "#ui/switch.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import { ENDED, QUILLON } from "./people.ts";
import { Specimen } from "./specimen.tsx";

const NOTHING = (): void => undefined;
const KINDS = [
  ["btn--p", "Primary"],
  ["btn--s", "Secondary"],
  ["btn--g", "Ghost"],
  ["btn--do", "Danger, outlined"],
  ["btn--d", "Danger"],
] as const;

function Toggles(): ReactNode {
  const [isOn, setOn] = useState(false);
  const [isChecked, setChecked] = useState(false);
  return (
    <>
      <div className="gal__touch" data-touch="Switch">
        <Switch label="Touched switch" isOn={isOn} onChange={setOn} />
      </div>
      <div className="gal__touch" data-touch="Checkbox">
        <Checkbox label="Touched" isChecked={isChecked} onChange={setChecked} />
      </div>
    </>
  );
}

/** One of each control that reacts to a pointer or a key. The test points at, focuses and presses each. */
export function Touched(): ReactNode {
  return (
    <>
      <Specimen name="SkipLink">
        <div className="gal__pin gal__pin--skip" data-touch="Skip link">
          <SkipLink />
        </div>
      </Specimen>
      <Specimen name="ThemeButton">
        <div className="gal__touch" data-touch="Icon button">
          <ThemeButton />
        </div>
      </Specimen>
      <Specimen name="QuickSearchButton">
        <div className="gal__touch" data-touch="Search button">
          <QuickSearchButton />
        </div>
      </Specimen>
      <Specimen name="Touched" note="hover, focus and press: see the photographs">
        {KINDS.map(([kind, name]) => (
          <div className="gal__touch" key={kind} data-touch={name}>
            <button type="button" className={`btn ${kind}`}>
              {name}
            </button>
          </div>
        ))}
        <div className="gal__touch" data-touch="Link">
          <a className="link" href="/search">
            Company page
          </a>
        </div>
        <div className="gal__touch" data-touch="Logo">
          <CompanyLogo name="Quillon" logo="" size="l" href="/search" />
        </div>
        <div className="gal__touch gal__touch--wide" data-touch="Person card">
          <div className="gal__card">
            <PersonCard card={cardOf(ENDED, TODAY)} />
          </div>
        </div>
        <div className="gal__touch gal__touch--wide" data-touch="Company">
          <PopularCompanies popular={[QUILLON]} layout="grid" />
        </div>
        <div className="gal__touch gal__touch--wide" data-touch="Text field">
          <TextField label="Touched field" placeholder="Nova" />
        </div>
        <div className="gal__touch gal__touch--wide" data-touch="Text area">
          <TextArea label="Touched area" value="" onChange={NOTHING} rows={2} />
        </div>
        <div className="gal__touch gal__touch--wide" data-touch="Select">
          <SelectField
            label="Touched list"
            value="a"
            onChange={NOTHING}
            options={[{ value: "a", label: "Internship" }]}
          />
        </div>
        <Toggles />
        <div className="gal__touch" data-touch="Segments">
          <Segments
            label="Touched layout"
            value="a"
            onChange={NOTHING}
            options={[
              { value: "b", label: "Pipeline" },
              { value: "a", label: "Grid" },
            ]}
          />
        </div>
      </Specimen>
    </>
  );
}
