import { useState, type ReactNode } from "react";
import { PasswordField } from "#features/form-page/parts/password-field.tsx";
import { TitleCombobox } from "#features/title/parts/title-combobox.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { ClientOnly } from "#ui/client-only.tsx";
import { Combobox, type ComboboxOption } from "#ui/combobox.tsx";
import { Monogram } from "#features/drawing/parts/marks.tsx";
import { MonthPicker } from "#ui/month-picker.tsx";
import { QrCode } from "#ui/qr-code.tsx";
import { Segments } from "#ui/segments.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { Switch } from "#ui/switch.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import { Specimen, State } from "./specimen.tsx";

const NOTHING = (): void => undefined;
const LONG_TEXT = "Twelve stops and still on time. ".repeat(13).slice(0, 400);
const WRONG = "Please enter something else.";

const OPTIONS: readonly ComboboxOption[] = ["Quillon", "Tarn & Fell", "Bramble Works"].map((name, index) => ({
  key: name,
  text: name,
  note: String((index + 1) * 37),
  noteWord: "people",
  mark: (
    <span className="st st--s st--plain">
      <Monogram name={name} />
    </span>
  ),
}));

function Companies(props: { label: string; start: string; error?: string; isLoading?: boolean }): ReactNode {
  const [value, setValue] = useState(props.start);
  return (
    <Combobox
      label={props.label}
      value={value}
      onType={setValue}
      onPick={setValue}
      options={OPTIONS.filter(({ text }) => text.toLowerCase().includes(value.toLowerCase()))}
      isLoading={props.isLoading ?? false}
      empty="No company on this site with that name :/"
      offersTyped={props.start !== ""}
      error={props.error}
    />
  );
}

function Title(): ReactNode {
  const [title, setTitle] = useState("");
  return <TitleCombobox label="Title" value={title} onChange={setTitle} />;
}

function Month(props: { label: string; start: string; error?: string }): ReactNode {
  const [value, setValue] = useState(props.start);
  return (
    <MonthPicker label={props.label} value={value} onChange={setValue} suggested="2022-03-01" error={props.error} />
  );
}

function Toggle(props: { start: boolean; label: string; note?: string }): ReactNode {
  const [isOn, setOn] = useState(props.start);
  return <Switch label={props.label} isOn={isOn} onChange={setOn} note={props.note} />;
}

function Tick(props: { start: boolean; label: string; size?: "small" }): ReactNode {
  const [isChecked, setChecked] = useState(props.start);
  return <Checkbox {...props} isChecked={isChecked} onChange={setChecked} />;
}

function Choices(): ReactNode {
  const [layout, setLayout] = useState<"grid" | "line">("grid");
  return (
    <Segments
      label="Layout"
      value={layout}
      onChange={setLayout}
      options={[
        { value: "grid", label: "Grid" },
        { value: "line", label: "Pipeline" },
      ]}
    />
  );
}

function Kind(): ReactNode {
  const [kind, setKind] = useState<"a" | "b">("a");
  return (
    <SelectField
      label="Kind"
      value={kind}
      onChange={setKind}
      options={[
        { value: "a", label: "Internship" },
        { value: "b", label: "Full-time" },
      ]}
    />
  );
}

/** Fields for typing, choosing and switching. */
export function Fields(): ReactNode {
  return (
    <>
      <Specimen name="TextField">
        <TextField label="Rest" placeholder="Nova" />
        <TextField label="With a hint" hint="As others shall see it." defaultValue="Nova" />
        <TextField label="With an error" error={WRONG} defaultValue="N" />
        <TextField label="Long" defaultValue={LONG_TEXT.slice(0, 80)} />
      </Specimen>
      <Specimen name="PasswordField">
        <form>
          <input type="text" name="email" autoComplete="username" value="nova@example.test" hidden readOnly />
          <PasswordField name="right" label="Password" autoComplete="current-password" error={undefined} />
          <PasswordField name="wrong" label="Wrong password" autoComplete="current-password" error={WRONG} />
        </form>
      </Specimen>
      <Specimen name="TextArea">
        <TextArea label="Empty" value="" onChange={NOTHING} placeholder="What is it about?" hint="Up to 400 letters." />
        <TextArea label="Too long" value={LONG_TEXT} onChange={NOTHING} error={WRONG} />
        <TextArea label="Code" value={"<p>Hello</p>"} onChange={NOTHING} isCode rows={3} />
      </Specimen>
      <Specimen name="Combobox">
        <ClientOnly>
          {() => (
            <>
              <Companies label="Company" start="" />
              <Companies label="Company, as typed" start="Qu" />
              <Companies label="Company, wrong" start="?" error={WRONG} />
              <Companies label="Company, searching" start="" isLoading />
            </>
          )}
        </ClientOnly>
      </Specimen>
      <Specimen name="TitleCombobox">
        <ClientOnly>{() => <Title />}</ClientOnly>
      </Specimen>
      <Specimen name="MonthPicker">
        <ClientOnly>
          {() => (
            <>
              <Month label="Month, empty" start="" />
              <Month label="Month" start="2022-03-01" />
              <Month label="Month, wrong" start="soon" error={WRONG} />
            </>
          )}
        </ClientOnly>
      </Specimen>
      <Specimen name="SelectField">
        <Kind />
      </Specimen>
      <Specimen name="Checkbox">
        <Tick start={false} label="Off" />
        <Tick start label="On" />
        <Tick start label="Small" size="small" />
      </Specimen>
      <Specimen name="Switch">
        <State name="Off">
          <Toggle start={false} label="I want to remain anonymous" />
        </State>
        <State name="On, with a note">
          <Toggle start label="Remain anonymous" note="Others see years and no names." />
        </State>
      </Specimen>
      <Specimen name="QrCode">
        <QrCode text="otpauth://totp/Pipelines:gallery?secret=ABCDEFGH" label="QR code of nothing" />
      </Specimen>
      <Specimen name="Segments">
        <Choices />
      </Specimen>
    </>
  );
}
