import { type Child, useEffect, useId, useRef } from 'hono/jsx/dom';
import type { ApiError } from '../../lib/request.ts';
import { dateOf, isDay, localInWords } from '../../lib/time.ts';
import { sentence } from '../../lib/words.ts';
import { Fault, Hint } from '../parts.tsx';

interface SegmentsProps<V extends string> {
  label: string;
  name: string;
  value: V;
  options: readonly (readonly [value: V, text: string])[];
  choose: (value: V) => void;
  disabled?: boolean;
  hint?: string | undefined;
}

export const Segments = <V extends string>({
  label,
  name,
  value,
  options,
  choose,
  disabled,
  hint,
}: SegmentsProps<V>) => (
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
    {hint ? <p class="hint">{hint}</p> : null}
  </fieldset>
);

interface SwitchProps {
  label: string;
  on: boolean;
  change: (on: boolean) => void;
  disabled?: boolean;
  note?: string | undefined;
  /** Whether only other switches can switch it off. */
  isKept?: boolean;
}

export const Switch = ({ label, on, change, disabled, note, isKept = false }: SwitchProps) => (
  <label class="switch">
    <input
      type="checkbox"
      checked={on}
      disabled={disabled ?? false}
      onClick={(event: Event) => isKept && on && event.preventDefault()}
      onChange={() => change(!on)}
    />
    <span>
      {label}
      {note ? <small>{note}</small> : null}
    </span>
  </label>
);

const TYPING_PAUSE_MS = 250;

interface SearchProps {
  value: string;
  change: (text: string) => void;
  /** Placeholder of a search field. A new placeholder means that the field searches other data. */
  placeholder: string;
  class: string;
  shortcut?: string;
}

export function SearchField({ value, change, placeholder, class: look, shortcut }: SearchProps) {
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (field.current && field.current.value.trim() !== value) field.current.value = value;
  }, [value, placeholder]);
  const type = () => {
    clearTimeout(timer.current ?? undefined);
    timer.current = setTimeout(() => change(field.current?.value.trim() ?? ''), TYPING_PAUSE_MS);
  };
  return (
    <label class={look}>
      Search
      <input
        type="search"
        ref={field}
        placeholder={placeholder}
        autocomplete="off"
        maxlength={200}
        aria-keyshortcuts={shortcut}
        onInput={type}
      />
    </label>
  );
}

interface Labelled {
  label: string;
  hint?: string | undefined;
  fault?: string | undefined;
  isWhole?: boolean;
}

interface TextProps extends Labelled {
  value: string;
  change: (value: string) => void;
  type?: 'text' | 'url' | 'number' | 'datetime-local';
  isDisabled?: boolean;
  isRequired?: boolean;
  maxLength?: number | undefined;
  range?: readonly [min: number, max: number] | undefined;
  suggestions?: readonly string[];
}

const typedIn = (event: Event): string => (event.target as HTMLInputElement).value;

const Frame = ({ id, label, hint, fault, isWhole, children }: Labelled & { id: string; children: Child }) => (
  <div class={isWhole ? 'text whole' : 'text'}>
    <label for={id}>{label}</label>
    {children}
    <Hint id={`${id}-hint`} fault={fault && sentence(fault)}>
      {hint}
    </Hint>
  </div>
);

const wired = (id: string, fault: string | undefined) => ({
  id,
  'aria-invalid': fault ? ('true' as const) : undefined,
  'aria-describedby': `${id}-hint`,
});

export function TextField({
  value,
  change,
  type = 'text',
  isDisabled,
  isRequired,
  maxLength,
  range,
  suggestions = [],
  ...frame
}: TextProps) {
  const id = useId();
  const input = (
    <input
      {...wired(id, frame.fault)}
      type={type}
      value={value}
      dir="auto"
      autocomplete="off"
      min={range?.[0]}
      max={range?.[1]}
      disabled={isDisabled ?? false}
      required={isRequired ?? false}
      maxlength={maxLength}
      list={suggestions.length > 0 ? `${id}-suggestions` : undefined}
      onInput={(event: Event) => change(typedIn(event))}
    />
  );
  return (
    <Frame id={id} {...frame}>
      {type === 'datetime-local' ? (
        <span class="date" data-date={localInWords(value) || 'Choose a time'}>
          {input}
        </span>
      ) : (
        input
      )}
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

export function AreaField({ value, change, maxLength, rows = 4, ...frame }: TextProps & { rows?: number }) {
  const id = useId();
  return (
    <Frame id={id} {...frame}>
      <textarea
        {...wired(id, frame.fault)}
        rows={rows}
        maxlength={maxLength}
        dir="auto"
        value={value}
        onInput={(event: Event) => change(typedIn(event))}
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

export function SelectField({ value, change, options, isDisabled, ...frame }: Choice) {
  const id = useId();
  return (
    <Frame id={id} {...frame}>
      <select
        {...wired(id, frame.fault)}
        value={value}
        disabled={isDisabled ?? false}
        onChange={(event: Event) => change(typedIn(event))}
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

export const SwitchField = ({ label, on, change, hint }: SwitchProps & Pick<Labelled, 'hint'>) => (
  <div class="text">
    <Switch label={label} on={on} change={change} />
    {hint ? <p class="hint">{hint}</p> : null}
  </div>
);

interface DateProps extends Pick<TextProps, 'label' | 'value' | 'change' | 'isRequired'> {
  range?: readonly [first: string, last: string];
}

/** Date field. Ignores dates out of range, which occur while the user types. */
export const DateField = ({ label, value, change, range, isRequired = false }: DateProps) => (
  <label class="text">
    {label}
    <span class="date" data-date={isDay(value) ? dateOf(value) : 'Choose a day'}>
      <input
        type="date"
        value={value}
        min={range?.[0]}
        max={range?.[1]}
        required={isRequired}
        onChange={(event: Event) => {
          const { value: typed, validity } = event.target as HTMLInputElement;
          if (!validity.rangeUnderflow && !validity.rangeOverflow) change(typed);
        }}
      />
    </span>
  </label>
);

interface Several extends Labelled {
  options: readonly (readonly [value: string, text: string])[];
  all?: string | undefined;
  notes?: Readonly<Record<string, string>> | undefined;
  value: readonly string[];
  change: (value: string[]) => void;
}

export const SeveralField = ({ label, hint, fault, options, all, notes, value, change }: Several) => (
  <fieldset class="several">
    <legend>{label}</legend>
    <div>
      {all ? <Switch label={all} on={value.length === 0} isKept change={() => change([])} /> : null}
      {options.map(([option, text]) => (
        <Switch
          key={option}
          label={text}
          note={notes?.[option]}
          on={value.includes(option)}
          change={(on) =>
            change(options.map(([one]) => one).filter((one) => (one === option ? on : value.includes(one))))
          }
        />
      ))}
    </div>
    <Hint fault={fault && sentence(fault)}>{hint}</Hint>
  </fieldset>
);

/** Time range such as `22:00-07:00`. Empty if it is switched off. */
export const HoursField = ({ label, hint, value, change }: Pick<TextProps, 'label' | 'hint' | 'value' | 'change'>) => (
  <div class="hours">
    <SwitchField label={label} hint={hint} on={value !== ''} change={(on) => change(on ? '22:00-07:00' : '')} />
    {value ? (
      <div class="row">
        {['From', 'To'].map((end, i) => (
          <label key={end} class="row">
            {end}
            <input
              type="time"
              value={value.split('-')[i]}
              required
              onInput={(event: Event) => change(value.split('-').with(i, typedIn(event)).join('-'))}
            />
          </label>
        ))}
      </div>
    ) : null}
  </div>
);

/** Shows an error that does not belong to any of the form's fields. */
export function FormFault({ error, fields }: { error: ApiError | null; fields: readonly string[] }) {
  // Errors in list items have names such as `origins.0`.
  if (!error || Object.keys(error.faults).some((name) => fields.includes(name.split('.')[0] ?? ''))) return null;
  return <Fault text={error.message} />;
}
