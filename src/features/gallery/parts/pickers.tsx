import { useState, type ReactNode } from "react";
import { CropDialog } from "#features/picture/parts/crop-dialog.tsx";
import { CountryField } from "#features/profile/parts/country-field.tsx";
import { ClientOnly } from "#ui/client-only.tsx";
import { ComboboxList, typedOption, type ComboboxOption } from "#ui/combobox.tsx";
import { MonthPickerPanel } from "#ui/month-picker-panel.tsx";
import { Specimen, State } from "./specimen.tsx";

const NOTHING = (): void => undefined;

const PANELS = [
  ["Months", "2022-03-01", "2022-03-01", "months"],
  ["Years", "1958-03-01", "1958-03-01", "years"],
  ["Days, one chosen", "2022-03-15", "2022-03-15", "days"],
  ["The last months: all but one are out of range", "2030-01-01", undefined, "months"],
  ["The last days, the whole month chosen", "2030-01-01", "2030-01-01", "days"],
] as const;

const COMPANIES: readonly ComboboxOption[] = [
  { key: "ferry", text: "Ferry House", note: "37", noteWord: "people" },
  { key: "fenwright", text: "Fenwright", note: "74", noteWord: "people" },
  { key: "long", text: "Fellside Instruments and Precision Machinery of the North Shore", note: "1,204" },
];

const LISTS = [
  ["Options", COMPANIES, "fe", false],
  ["As typed", [...COMPANIES.slice(0, 1), typedOption("ferr")], "ferr", false],
  ["As typed alone", [typedOption("Barge Pilot")], "Barge Pilot", false],
  ["Empty", [], "zzz", false],
  ["Nothing typed", [], "", false],
  ["Searching", [], "fe", true],
] as const;

function Country(props: { start: string; label: string }): ReactNode {
  const [value, setValue] = useState(props.start);
  return <CountryField label={props.label} name="country" value={value} onChange={setValue} />;
}

/** A picture of a ring, as somebody's file. */
async function drawFile(): Promise<File> {
  const canvas = new OffscreenCanvas(800, 600);
  const context = canvas.getContext("2d");
  if (context) {
    context.fillStyle = "#d8dee9";
    context.fillRect(0, 0, 800, 600);
    context.strokeStyle = "#1e3cc8";
    context.lineWidth = 60;
    context.arc(400, 300, 180, 0, 2 * Math.PI);
    context.stroke();
  }
  return new File([await canvas.convertToBlob({ type: "image/png" })], "ring.png", { type: "image/png" });
}

function Crop(props: { name: string; problem?: string; isSaving?: boolean }): ReactNode {
  const [file, setFile] = useState<File>();
  const close = (): void => setFile(undefined);
  return (
    <>
      <button type="button" className="btn btn--s" onClick={() => void drawFile().then(setFile)}>
        {props.name}
      </button>
      {file && (
        <CropDialog
          file={file}
          profileId="gallery"
          problem={props.problem}
          isSaving={props.isSaving ?? false}
          onSave={close}
          onClose={close}
          onUnreadable={close}
        />
      )}
    </>
  );
}

export function Pickers(): ReactNode {
  return (
    <>
      <Specimen name="MonthPickerPanel">
        {PANELS.map(([name, start, chosen, view]) => (
          <State key={name} name={name}>
            <div className="menu mp gal__menu">
              <MonthPickerPanel start={start} chosen={chosen} opensWith={view} takesFocus={false} onChoose={NOTHING} />
            </div>
          </State>
        ))}
      </Specimen>
      <Specimen name="ComboboxList">
        <ClientOnly>
          {() =>
            LISTS.map(([name, rows, search, isLoading]) => (
              <State key={name} name={name}>
                <div className="menu combo__float gal__menu">
                  <ComboboxList
                    rows={rows}
                    search={search}
                    isLoading={isLoading}
                    empty="No company on this site with that name :/"
                    label={name}
                  />
                </div>
              </State>
            ))
          }
        </ClientOnly>
      </Specimen>
      <Specimen name="CountryField">
        <Country label="Country, empty" start="" />
        <Country label="Country" start="Côte d’Ivoire" />
        <Country label="Another place" start="Old Town, by the sea" />
      </Specimen>
      <Specimen name="CropDialog" note="opens over the page">
        <div className="gal__row">
          <Crop name="Crop a picture" />
          <Crop name="Crop one that is being saved" isSaving />
          <Crop name="Crop one that was refused" problem="Something went wrong. Try again." />
        </div>
      </Specimen>
    </>
  );
}
