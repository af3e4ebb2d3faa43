import { useState } from 'hono/jsx/dom';
import { type DataOf, request } from '../lib/request.ts';
import { useSession } from '../lib/session.ts';
import { useAction } from '../ui/use-action.ts';

/** What happened on days: everybody who sees a chart reads it, operators write it. */

export type Note = DataOf<'/api/v2/insights/annotations/'>['annotations'][number];

/** Days of the charts. */
const DAYS = 28;

export const loadNotes = async (signal: AbortSignal): Promise<Note[]> =>
  (await request<{ annotations: Note[] }>('/api/v2/insights/annotations/', { query: { days: DAYS }, signal }))
    .annotations;

/** The notes with those that were written here a moment ago, which answers may not have yet; and what writes one (empty: removes it). */
export function useNotes(given: readonly Note[]): readonly [Note[], (note: Note) => Promise<void>] {
  const [written, setWritten] = useState<Note[]>([]);
  const kept = given.filter(({ date }) => written.every((note) => note.date !== date));
  const notes = [...kept, ...written.filter(({ text }) => text !== '')];
  const write = async (note: Note) => {
    const path = `/manage/annotations/${note.date}`;
    await request(path, note.text ? { method: 'PUT', body: { text: note.text } } : { method: 'DELETE' });
    setWritten((before) => [...before.filter(({ date }) => date !== note.date), note]);
  };
  return [notes.toSorted((a, b) => a.date.localeCompare(b.date)), write];
}

/** The letter of a note, on the chart and in the list: the charts have fewer days than the alphabet has pairs. */
export const letterOf = (i: number): string =>
  (i >= 26 ? String.fromCharCode(64 + Math.floor(i / 26)) : '') + String.fromCharCode(65 + (i % 26));

export const NoteList = ({ notes, dayOf }: { notes: readonly Note[]; dayOf: (date: string) => string }) =>
  notes.length === 0 ? null : (
    <ul class="notes" aria-label="Notes">
      {notes.map(({ date, text }, i) => (
        <li key={date}>
          <b aria-hidden="true">{letterOf(i)}</b> <time datetime={date}>{dayOf(date)}</time>{' '}
          <span dir="auto">{text}</span>
        </li>
      ))}
    </ul>
  );

interface FormProps {
  notes: readonly Note[];
  /** The days that can be noted, YYYY-MM-DD. */
  first: string;
  last: string;
  write: (note: Note) => Promise<void>;
}

/** For operators: a day and what happened on it. */
export function NoteForm({ notes, first, last, write }: FormProps) {
  const { session } = useSession();
  const [date, setDate] = useState(last);
  const [typed, setTyped] = useState<string | null>(null);
  const [isBusy, run] = useAction();
  if (session?.kind !== 'operator') return null;
  const stored = notes.find((note) => note.date === date)?.text ?? '';
  const text = typed ?? stored;
  const save = (wanted: string) =>
    run(async () => {
      await write({ date, text: wanted });
      setTyped(null);
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
        <label class="text">
          Day
          <input
            type="date"
            {...{ min: first, max: last, value: date }}
            required
            onChange={(event: Event) => {
              setDate((event.target as HTMLInputElement).value);
              setTyped(null);
            }}
          />
        </label>
        <label class="text wide">
          What happened
          <input
            type="text"
            maxlength={300}
            dir="auto"
            autocomplete="off"
            required
            value={text}
            onInput={(event: Event) => setTyped((event.target as HTMLInputElement).value)}
          />
        </label>
        <button type="submit" disabled={isBusy || text.trim() === '' || text.trim() === stored}>
          Save
        </button>
        {stored ? (
          <button type="button" disabled={isBusy} onClick={() => void save('')}>
            Delete
          </button>
        ) : null}
      </form>
      <p class="hint">Shown below every chart of that day, to everyone who can see analytics.</p>
    </details>
  );
}
