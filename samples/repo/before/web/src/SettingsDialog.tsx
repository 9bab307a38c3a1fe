import { useState, type FormEvent } from "react";
import type { BoardStore } from "./store";
import type { LengthUnit, SpeedUnit, UnitPrefs } from "./units";

const LENGTHS: { value: LengthUnit; label: string }[] = [
  { value: "m", label: "metres" },
  { value: "ft", label: "feet" },
];

const SPEEDS: { value: SpeedUnit; label: string }[] = [
  { value: "kn", label: "knots" },
  { value: "m/s", label: "metres per second" },
  { value: "bft", label: "Beaufort" },
];

interface ChoiceProps<T extends string> {
  name: string;
  legend: string;
  options: { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
}

function Choice<T extends string>({ name, legend, options, value, onChange }: ChoiceProps<T>) {
  return (
    <fieldset className="choice">
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}

export interface SettingsDialogProps {
  store: BoardStore;
  onClose: () => void;
}

export function SettingsDialog({ store, onClose }: SettingsDialogProps) {
  const saved = store.snapshot().prefs;
  const [length, setLength] = useState(saved.length);
  const [speed, setSpeed] = useState(saved.speed);
  const changed = length !== saved.length || speed !== saved.speed;

  const save = (event: FormEvent) => {
    event.preventDefault();
    const prefs: UnitPrefs = { ...saved, speed };
    store.setUnits(prefs);
    onClose();
  };

  return (
    <dialog open className="settings" aria-labelledby="settings-title">
      <form onSubmit={save}>
        <h2 id="settings-title">Settings</h2>
        <Choice name="length" legend="Heights" options={LENGTHS} value={length} onChange={setLength} />
        <Choice name="speed" legend="Wind" options={SPEEDS} value={speed} onChange={setSpeed} />
        <menu>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" disabled={!changed}>
            Save
          </button>
        </menu>
      </form>
    </dialog>
  );
}
