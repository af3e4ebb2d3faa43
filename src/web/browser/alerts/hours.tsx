import { SwitchField } from '../ui/form/field.tsx';

interface Range {
  from: string;
  to: string;
}

interface Props {
  label: string;
  hint: string;
  /** Null: there are none. */
  value: Range | null;
  change: (value: Range | null) => void;
}

const NIGHT: Range = { from: '22:00', to: '07:00' };

/** A range of times of day that can be switched off. */
export const Hours = ({ label, hint, value, change }: Props) => (
  <div class="hours">
    <SwitchField label={label} hint={hint} on={value !== null} change={(on) => change(on ? NIGHT : null)} />
    {value ? (
      <div class="row">
        {(['from', 'to'] as const).map((end) => (
          <label key={end}>
            {end === 'from' ? 'From' : 'To'}
            <input
              type="time"
              value={value[end]}
              required
              onInput={(event: Event) => change({ ...value, [end]: (event.target as HTMLInputElement).value })}
            />
          </label>
        ))}
      </div>
    ) : null}
  </div>
);
