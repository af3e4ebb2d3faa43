import type { Child } from 'hono/jsx/dom';
import { useId } from 'hono/jsx/dom';
import type { ApiError } from '../../lib/request/api-error.ts';
import { sentence } from '../../lib/sentence.ts';
import { Switch } from './controls.tsx';

interface Labelled {
  label: string;
  hint?: string | undefined;
  /** What is wrong, in words that follow the name of the field. */
  fault?: string | undefined;
  isWhole?: boolean;
}

interface TextProps extends Labelled {
  value: string;
  change: (value: string) => void;
  type?: 'text' | 'url' | 'number' | 'datetime-local';
  isDisabled?: boolean;
  isRequired?: boolean;
  /** Proposed while one types; any other text may be typed, too. */
  suggestions?: readonly string[];
}

const Frame = ({ id, label, hint, fault, isWhole, children }: Labelled & { id: string; children: Child }) => (
  <div class={isWhole ? 'text whole' : 'text'}>
    <label for={id}>{label}</label>
    {children}
    <p id={`${id}-hint`} class={fault ? 'fault' : 'hint'}>
      {fault ? sentence(fault) : (hint ?? '')}
    </p>
  </div>
);

const wired = (id: string, fault: string | undefined) => ({
  id,
  'aria-invalid': fault ? ('true' as const) : undefined,
  'aria-describedby': `${id}-hint`,
});

/** One line of text. */
export function TextField({
  value,
  change,
  type = 'text',
  isDisabled,
  isRequired,
  suggestions = [],
  ...frame
}: TextProps) {
  const id = useId();
  return (
    <Frame id={id} {...frame}>
      <input
        {...wired(id, frame.fault)}
        type={type}
        value={value}
        dir="auto"
        autocomplete="off"
        disabled={isDisabled ?? false}
        required={isRequired ?? false}
        list={suggestions.length > 0 ? `${id}-suggestions` : undefined}
        onInput={(event: Event) => change((event.target as HTMLInputElement).value)}
      />
      {suggestions.length > 0 && (
        <datalist id={`${id}-suggestions`}>
          {suggestions.map((word) => (
            <option key={word} value={word} />
          ))}
        </datalist>
      )}
    </Frame>
  );
}

/** Several lines of text. */
export function AreaField({ value, change, rows = 4, ...frame }: TextProps & { rows?: number }) {
  const id = useId();
  return (
    <Frame id={id} {...frame}>
      <textarea
        {...wired(id, frame.fault)}
        rows={rows}
        dir="auto"
        value={value}
        onInput={(event: Event) => change((event.target as HTMLTextAreaElement).value)}
      />
    </Frame>
  );
}

interface Choice extends Labelled {
  value: string;
  change: (value: string) => void;
  options: readonly (readonly [value: string, text: string])[];
  isDisabled?: boolean;
}

/** One of several. */
export function SelectField({ value, change, options, isDisabled, ...frame }: Choice) {
  const id = useId();
  return (
    <Frame id={id} {...frame}>
      <select
        {...wired(id, frame.fault)}
        value={value}
        disabled={isDisabled ?? false}
        onChange={(event: Event) => change((event.target as HTMLSelectElement).value)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </Frame>
  );
}

export const SwitchField = ({
  label,
  on,
  change,
  hint,
}: {
  label: string;
  on: boolean;
  change: (on: boolean) => void;
  hint?: string | undefined;
}) => (
  <div class="text">
    <Switch label={label} on={on} change={change} />
    {hint ? <p class="hint">{hint}</p> : null}
  </div>
);

/** Why a form was refused, where none of its fields says so. `fields`: names of those that show their faults. */
export function FormFault({ error, fields }: { error: ApiError | null; fields: readonly string[] }) {
  // The fault of a value in a list is called `origins.0`.
  if (!error || Object.keys(error.faults).some((name) => fields.includes(name.split('.')[0] ?? ''))) return null;
  return (
    <p class="fault" role="alert">
      {error.message}
    </p>
  );
}
