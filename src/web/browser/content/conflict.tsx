import { useEffect, useRef } from 'hono/jsx/dom';
import { changed, type Field, type Values } from './fields.ts';

interface Props {
  fields: readonly Field[];
  mine: Values;
  theirs: Values;
  /** Word for the thing, where a new one was to be made and there is one already. */
  existing: string | null;
  isBusy: boolean;
  take: () => void;
  keep: () => void;
}

const shown = (value: Values[string] | undefined): string =>
  Array.isArray(value) ? value.join(', ') : typeof value === 'boolean' ? (value ? 'yes' : 'no') : (value ?? '');

/** Somebody else has saved the resource in the meantime: shows the differences of both versions, and asks for a decision. */
export function Conflict({ fields, mine, theirs, existing, isBusy, take, keep }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const differing = changed(fields, mine, theirs);
  return (
    <section class="card conflict-card" aria-labelledby="conflict" role="alert">
      <h2 id="conflict" ref={heading} tabindex={-1}>
        {existing ? `This ${existing} is here already` : 'Somebody else has changed this'}
      </h2>
      <p>
        {existing ? 'It is saved as below.' : 'While you were typing, another version was saved.'} Nothing of yours is
        saved yet.
      </p>
      <div class="scroll">
        <table class="differences">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Theirs, saved</th>
              <th scope="col">Yours</th>
            </tr>
          </thead>
          <tbody>
            {differing.map(({ name, label }) => (
              <tr key={name}>
                <th scope="row">{label}</th>
                <td dir="auto">{shown(theirs[name])}</td>
                <td dir="auto">{shown(mine[name])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class="row">
        <button type="button" disabled={isBusy} onClick={take}>
          Use theirs
        </button>
        <button type="button" class="primary" disabled={isBusy} onClick={keep}>
          Save mine instead
        </button>
      </div>
    </section>
  );
}
