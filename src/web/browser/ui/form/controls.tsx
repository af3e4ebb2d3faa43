interface Choice<V extends string> {
  /** What is chosen, for those who do not see the layout. */
  label: string;
  name: string;
  value: V;
  options: readonly (readonly [value: V, text: string])[];
  choose: (value: V) => void;
  disabled?: boolean;
}

/** One of a few, all seen at once: radio buttons that look like one control. Arrow keys work as with any radio buttons. */
export const Segments = <V extends string>({ label, name, value, options, choose, disabled }: Choice<V>) => (
  <fieldset class="segments" disabled={disabled ?? false}>
    <legend>{label}</legend>
    <div>
      {options.map(([option, text]) => (
        <label key={option}>
          <input type="radio" name={name} value={option} checked={option === value} onChange={() => choose(option)} />
          <span>{text}</span>
        </label>
      ))}
    </div>
  </fieldset>
);

interface Toggle {
  label: string;
  on: boolean;
  change: (on: boolean) => void;
  disabled?: boolean;
}

export const Switch = ({ label, on, change, disabled }: Toggle) => (
  <label class="switch">
    <input type="checkbox" checked={on} disabled={disabled ?? false} onChange={() => change(!on)} />
    <span>{label}</span>
  </label>
);
