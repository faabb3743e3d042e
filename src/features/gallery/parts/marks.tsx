import type { ReactNode } from "react";
import { UNDISCLOSED } from "#core/monogram.ts";
import { CompanyLogo, SchoolLogo, Mark, Monogram } from "#features/drawing/parts/marks.tsx";
import { Brand, BrandMark } from "#features/page/parts/brand.tsx";
import { Icon, type IconName } from "#ui/icon.tsx";
import { Specimen, State } from "./specimen.tsx";

/** Names whose monograms have one, two and three letters, every colour and several bands. */
const NAMES = ["Quillon", "Tarn & Fell", "Bramble Works", "Oakhollow", "Northmoor", "Gale", "Low Fold Rail", "Étang"];
const ICONS: readonly IconName[] = [
  "arrow-right",
  "chevron-left",
  "chevron-right",
  "check",
  "plus",
  "x",
  "menu",
  "search",
  "theme",
  "settings",
  "at",
  "pin",
  "eye-off",
  "grid",
  "stop",
  "pencil",
  "camera",
  "copy",
  "alert",
];
const LOGO = "/icon-192.png";
const BROKEN = "data:image/png;base64,AAAA";

export function Marks(): ReactNode {
  return (
    <>
      <Specimen name="Monogram">
        <div className="gal__row">
          {NAMES.map((name) => (
            <span key={name} className="st st--l st--plain">
              <Monogram name={name} />
            </span>
          ))}
        </div>
      </Specimen>
      <Specimen name="Mark">
        {(
          [
            ["Stored logo", LOGO],
            ["Logo that fails", BROKEN],
            ["Without a logo", ""],
          ] as const
        ).map(([state, logo]) => (
          <State key={state} name={state}>
            <span className="st st--l st--plain">
              <Mark name="Quillon" logo={logo} />
            </span>
          </State>
        ))}
        <State name="Undisclosed company">
          <span className="st st--l st--plain">
            <Mark name={UNDISCLOSED} logo="" />
          </span>
        </State>
      </Specimen>
      <Specimen name="CompanyLogo">
        {(["line", "plain", "ink"] as const).map((ring) => (
          <State key={ring} name={ring}>
            <div className="gal__row line-2">
              <CompanyLogo name="Quillon" logo={LOGO} size="m" ring={ring} />
              <CompanyLogo name="Quillon" logo="" size="xl" ring={ring} href="/search" />
            </div>
          </State>
        ))}
      </Specimen>
      <Specimen name="SchoolLogo">
        <div className="gal__row line-6">
          {(["s", "m", "l", "xl"] as const).map((size) => (
            <SchoolLogo key={size} name="Lower Lakes College" logo="" size={size} />
          ))}
          <SchoolLogo name="Lower Lakes College" logo="" size="m" href="/search" />
        </div>
      </Specimen>
      <Specimen name="BrandMark">
        <BrandMark size={48} />
      </Specimen>
      <Specimen name="Brand">
        <Brand />
      </Specimen>
      <Specimen name="Icon">
        {([16, 22] as const).map((size) => (
          <div className="gal__row" key={size}>
            {ICONS.map((name) => (
              <Icon key={name} name={name} size={size} />
            ))}
          </div>
        ))}
      </Specimen>
    </>
  );
}
