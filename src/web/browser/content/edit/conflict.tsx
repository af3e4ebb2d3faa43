import { useEffect, useRef, useState } from 'hono/jsx/dom';
import { useQuery } from '../../lib/query.ts';
import { Button, Submit } from '../../ui/actions.tsx';
import type { InputField, Values } from '../../ui/form/values.ts';
import { Avatar } from '../../ui/people.tsx';
import { type ContentCollection, type TaggedRecord, wordOf } from '../collections.tsx';
import { authorAndTime, lastChange, mergeOver, recordValues, resolveClash } from './save.ts';

interface Props {
  kind: ContentCollection;
  /** Record before the change. `null` if the editor tried to create a record that already exists. */
  base: TaggedRecord | null;
  mine: Values;
  theirs: TaggedRecord;
  isBusy: boolean;
  take: () => void;
  keep: (values: Values) => void;
}

type Side = 'theirs' | 'mine';

export function ConflictNotice({ kind, base, mine, theirs, isBusy, take, keep }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const [chosen, choose] = useState<Record<string, Side>>({});
  const merged = mergeOver(kind, base, mine, theirs);
  const { clashes, theirs: unchanged } = merged;
  const stored = recordValues(kind, theirs.row);
  const submit = (event: Event) => {
    event.preventDefault();
    const taken = Object.keys(chosen).filter((name) => chosen[name] === 'theirs');
    keep(resolveClash(kind, theirs, merged, new Set(taken)));
  };
  const isOpen = clashes.some(({ name }) => !chosen[name]);
  return (
    <section class="stack card after-5 conflict-card" aria-labelledby="conflict" role="alert">
      <h2 id="conflict" ref={heading} tabindex={-1}>
        {base ? headingOf(clashes.map(({ fields: [field] }) => field?.label ?? '')) : `This ${kind.one} already exists`}
      </h2>
      <p>
        {clashes.length > 0
          ? 'Choose which version to keep. Your changes are not saved until you do.'
          : 'Your changes do not conflict.'}{' '}
        {unchanged.length > 0
          ? `Unchanged from the saved version: ${unchanged.map(({ label }) => label).join(', ')}.`
          : ''}
      </p>
      <form class="stack" onSubmit={submit}>
        {clashes.map(({ name, fields }) => (
          <fieldset key={name} class="stack gap-2">
            <legend>{fields.map(({ label }) => label).join(', ')}</legend>
            {(['theirs', 'mine'] as const).map((side) => (
              <label key={side} class="side-choice">
                <input
                  type="radio"
                  name={`clash-${name}`}
                  checked={chosen[name] === side}
                  onChange={() => choose({ ...chosen, [name]: side })}
                />
                <span>
                  <small>{side === 'mine' ? 'Yours' : <By kind={kind} theirs={theirs} fields={fields} />}</small>
                  <span dir="auto">{shownOf(fields, side === 'mine' ? mine : stored)}</span>
                </span>
              </label>
            ))}
          </fieldset>
        ))}
        <div class="row">
          <Submit
            text={base ? 'Save both changes' : 'Save over the existing one'}
            isBusy={isBusy}
            isDisabled={isOpen}
          />
          <Button text={base ? 'Discard mine' : 'Open the existing one'} isDisabled={isBusy} press={take} />
        </div>
      </form>
    </section>
  );
}

const headingOf = (labels: string[]): string => {
  if (labels.length === 0) return 'Someone else has also changed this';
  return labels.length === 1 ? `Both of you changed “${labels[0]}”` : `Both of you changed ${labels.length} fields`;
};

function By({ kind, fields, theirs }: { kind: ContentCollection; fields: InputField[]; theirs: TaggedRecord }) {
  const id = kind.idOf(theirs.row);
  const names = fields.map(({ name }) => name);
  const { value } = useQuery(`by ${kind.path} ${id} ${names} ${theirs.etag}`, (signal) =>
    lastChange(kind, id, names, signal),
  );
  return value ? (
    <>
      <Avatar name={value.actor} /> Saved by {authorAndTime(value)}
    </>
  ) : (
    <>Saved by someone else</>
  );
}

const shownOf = (fields: readonly InputField[], values: Values): string =>
  fields.map((field) => displayValue(field, values[field.name])).join(' · ');

function displayValue({ type, options = [] }: InputField, value: Values[string] = ''): string {
  if (Array.isArray(value)) return value.join(', ') || 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (type === 'select') return wordOf(options, value);
  return (type === 'time' ? value.replace('T', ' ') : value) || '(empty)';
}
