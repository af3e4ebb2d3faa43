import { useEffect, useId, useRef } from 'hono/jsx/dom';
import { sentence } from '../lib/sentence.ts';
import type { BuilderView } from './view.ts';

/** What every field of the form is given. */
export interface Form {
  view: BuilderView;
  change: (part: Partial<BuilderView>) => void;
  /** What the feed says is wrong, by parameter. */
  faults: Record<string, string>;
}

interface Text extends Form {
  name: keyof BuilderView;
  label: string;
  hint?: string;
  /** Name of the parameter whose fault it shows, where it is not that of the field. */
  fault?: string;
  type?: 'text' | 'number';
  min?: number;
  max?: number;
}

/** A field of text, stored in the address as it is typed. */
export function TextField({
  name,
  label,
  hint,
  fault: parameter = name,
  type = 'text',
  min,
  max,
  view,
  change,
  faults,
}: Text) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const value = view[name];
  useEffect(() => {
    if (field.current && field.current.value.trim() !== value) field.current.value = value;
  }, [value]);
  const fault = faults[parameter];
  return (
    <div class="text">
      <label for={id}>{label}</label>
      <input
        id={id}
        ref={field}
        type={type}
        {...(min === undefined ? {} : { min })}
        {...(max === undefined ? {} : { max })}
        maxlength={500}
        autocomplete="off"
        aria-invalid={fault ? 'true' : undefined}
        aria-describedby={`${id}-hint`}
        onInput={() => change({ [name]: field.current?.value.trim() ?? '' })}
      />
      <p id={`${id}-hint`} class={fault ? 'fault' : 'hint'}>
        {fault ? sentence(fault) : (hint ?? '')}
      </p>
    </div>
  );
}

/** The embed's own blue, in the light scheme: what the colour field shows where no accent is chosen. */
const HOUSE = '#1b58b8';

/** The accent: the house's own, or any colour. */
export function AccentField({ view, change, faults }: Form) {
  const hex = /^#?[0-9a-f]{6}$/i.test(view.accent) ? `#${view.accent.replace('#', '')}` : HOUSE;
  return (
    <div class="text accent">
      <label for="accent">Accent</label>
      <div class="row">
        <input
          id="accent"
          type="color"
          value={hex}
          onInput={(event: Event) => change({ accent: (event.target as HTMLInputElement).value.replace('#', '') })}
        />
        <code>{view.accent || 'Standard blue'}</code>
        {view.accent ? (
          <button type="button" class="link" onClick={() => change({ accent: '' })}>
            Reset to the default
          </button>
        ) : null}
      </div>
      <p class={faults.accent ? 'fault' : 'hint'}>
        {faults.accent ? sentence(faults.accent) : 'Adjusted where text would be hard to read.'}
      </p>
    </div>
  );
}
