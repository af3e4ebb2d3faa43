import { useState } from 'hono/jsx/dom';
import { IS_SERVER, may, request, type Schemas, useSession } from '../../lib/request.ts';
import { Button, Submit, useAction } from '../../ui/actions.tsx';
import { DateField, SelectField, TextField } from '../../ui/form/field.tsx';

export type Note = Schemas['Annotation'];

export interface NoteScope extends Pick<Note, 'scope' | 'ref'> {
  name: string;
}

const WHOLE_SITE: NoteScope = { scope: 'site', ref: null, name: 'Whole site' };

const CHART_DAYS = 28;

export async function loadNotes(
  about: { topic?: number; content?: number },
  signal: AbortSignal,
  days = CHART_DAYS,
): Promise<Note[]> {
  // Only signed-in users can see notes.
  if (IS_SERVER) return [];
  const query = { days, ...about };
  return (await request<{ annotations: Note[] }>('/api/v2/insights/annotations/', { query, signal })).annotations;
}

const keyOf = ({ date, scope, ref }: Omit<Note, 'text'>) => (scope === 'site' ? date : `${date}/${scope}/${ref}`);

export const mergeNotes = (...lists: (readonly Note[])[]): Note[] =>
  [...new Map(lists.flat().map((note) => [keyOf(note), note])).values()].toSorted((a, b) =>
    a.date.localeCompare(b.date),
  );

/** Adds the notes written on this page, which responses may not contain yet. An empty text removes a note. */
export function useNotes(given: readonly Note[]): readonly [Note[], (note: Note) => Promise<void>] {
  const [written, setWritten] = useState<Note[]>([]);
  const write = async (note: Note) => {
    const path = `/manage/annotations/${keyOf(note)}`;
    await request(path, note.text ? { method: 'PUT', body: { text: note.text } } : { method: 'DELETE' });
    setWritten((before) => [...before, note]);
  };
  return [mergeNotes(given, written).filter(({ text }) => text !== ''), write];
}

/** Returns the label of a note: A to Z, then AA and so on. Two letters are enough for any chart. */
export const noteLetterOf = (i: number): string =>
  (i >= 26 ? String.fromCharCode(64 + Math.floor(i / 26)) : '') + String.fromCharCode(65 + (i % 26));

interface ListProps {
  notes: readonly Note[];
  scopes: readonly NoteScope[];
  dayOf: (date: string) => string;
}

export function NoteList({ notes, scopes, dayOf }: ListProps) {
  const days = [...new Set(notes.map(({ date }) => date))];
  return notes.length === 0 ? null : (
    <ul class="notes" aria-label="Notes">
      {notes.map((note) => (
        <li key={keyOf(note)}>
          <b aria-hidden="true">{noteLetterOf(days.indexOf(note.date))}</b>{' '}
          <time datetime={note.date}>{dayOf(note.date)}</time> <span dir="auto">{note.text}</span>{' '}
          <small dir="auto">{[WHOLE_SITE, ...scopes].find((one) => isSame(one, note))?.name}</small>
        </li>
      ))}
    </ul>
  );
}

const isSame = (a: Pick<Note, 'scope' | 'ref'>, b: Pick<Note, 'scope' | 'ref'>) =>
  a.scope === b.scope && a.ref === b.ref;

interface FormProps {
  notes: readonly Note[];
  scopes: readonly NoteScope[];
  first: string;
  last: string;
  write: (note: Note) => Promise<void>;
}

export function NoteForm({ notes, scopes, first, last, write }: FormProps) {
  if (IS_SERVER) return null;
  const { session } = useSession();
  const [date, setDate] = useState(last);
  const [chosen, choose] = useState(0);
  const [typed, setTyped] = useState<string | null>(null);
  const [isBusy, run] = useAction();
  if (!may(session, 'edit')) return null;
  const choices = [...scopes, WHOLE_SITE];
  const { scope, ref } = choices[chosen] ?? WHOLE_SITE;
  const stored = notes.find((note) => note.date === date && isSame(note, { scope, ref }))?.text ?? '';
  const text = typed ?? stored;
  /** Wraps a setter so that choosing another day or subject also discards the typed note. */
  const begin = (set: (value: string) => void) => (value: string) => {
    set(value);
    setTyped(null);
  };
  const save = (wanted: string) =>
    run(async () => {
      await write({ date, scope, ref, text: wanted });
      // The note may have been edited while it was being stored.
      setTyped((now) => (now === typed ? null : now));
    });
  return (
    <details class="note-form">
      <summary>Add a note to a day</summary>
      <form
        class="row"
        onSubmit={(event: Event) => {
          event.preventDefault();
          void save(text.trim());
        }}
      >
        <DateField label="Day" value={date} range={[first, last]} isRequired change={begin(setDate)} />
        <SelectField
          label="Shown with"
          value={String(chosen)}
          options={choices.map(({ name }, i) => [String(i), name])}
          change={begin((i) => choose(Number(i)))}
        />
        <TextField label="What happened" value={text} isRequired isWhole change={setTyped} />
        <Submit
          text="Save"
          busy="Saving…"
          isPlain
          isBusy={isBusy}
          isDisabled={text.trim() === '' || text.trim() === stored}
        />
        {stored ? <Button text="Delete" isDisabled={isBusy} press={() => save('')} /> : null}
      </form>
      <p class="hint">
        Everyone who can see analytics can read the note. A note on the whole site appears below every chart that
        includes its day.
      </p>
    </details>
  );
}
