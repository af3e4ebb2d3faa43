import { useRef, useState } from 'hono/jsx/dom';
import { newChangeId, storeAll } from '../lib/change.ts';
import { announceToReaders } from '../lib/page.ts';
import { ApiError, markSessionEnded } from '../lib/request.ts';
import { Button } from '../ui/actions.tsx';
import { SelectField } from '../ui/form/field.tsx';
import { Fault, Table } from '../ui/parts.tsx';
import { type ApiRecord, CONTENT_COLLECTIONS, type ContentSession, collectionOf } from './collections.tsx';
import { guessField, mapRow, type Read, readFile } from './import-read.ts';
import { ImportStart } from './import-start.tsx';

/** Number of rows per import request, which is far below the body limit of the API. */
const ROWS_PER_REQUEST = 200;
const MAX_SHOWN_REJECTIONS = 100;

const importable = (kind: string) => collectionOf(kind)?.importable ?? [];

interface Progress {
  done: number;
  total: number;
  accepted: number;
  rejected: { line: number; reason: string }[];
  isRunning: boolean;
}

export function Import({ href }: Pick<ContentSession, 'href'>) {
  const [read, setRead] = useState<(Read & { name: string }) | null>(null);
  const [kind, setKind] = useState('articles');
  const [mapping, setMapping] = useState<Record<string, string>>({});
  const [fault, setFault] = useState('');
  const [progress, setProgress] = useState<Progress | null>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setProgress(null);
    setFault('');
    try {
      const found = readFile(file.name, await file.text());
      if (!Array.isArray(found.rows)) throw new Error('The file contains no list.');
      const wanted = kindIn(found) ?? kind;
      setKind(wanted);
      setMapping(guessed(found.columns, wanted));
      setRead({ ...found, name: file.name });
      announceToReaders(`${found.rows.length} rows found in ${file.name}.`);
    } catch (error) {
      setRead(null);
      setFault((error as Error).message);
    }
  };
  const run = async () => {
    if (!read) return;
    const rows =
      read.form === 'table'
        ? read.rows.map((row) => mapRow(row, mapping, collectionOf(kind)?.fields ?? []))
        : read.rows;
    const path = read.form === 'feeds' ? '/manage/feeds' : `/manage/${kind}`;
    await storeInChunks(path, rows, read.faults, setProgress);
  };
  const found = `${read?.rows.length} ${read?.form === 'feeds' ? 'feeds' : 'rows'}`;
  return (
    <div class="stack gap-5 import">
      <DropArea take={(file) => void take(file)} />
      <Fault text={fault} />
      {read ? (
        <section class="stack gap-4 card" aria-labelledby="import-what">
          <h2 id="import-what">{read.name}</h2>
          <p>
            {found}
            {read.faults.length > 0 ? `, and ${read.faults.length} unreadable lines` : ''}
          </p>
          {read.form === 'feeds' ? null : (
            <SelectField
              label="Import them as"
              value={kind}
              options={CONTENT_COLLECTIONS.map(({ name, many }) => [name, many] as const)}
              change={(name) => {
                setKind(name);
                setMapping(guessed(read.columns, name));
              }}
            />
          )}
          {read.form === 'table' ? (
            <Table head={['Column', 'First values', 'Field']}>
              {read.columns.map((column) => (
                <tr key={column}>
                  <th scope="row">{column}</th>
                  <td>
                    {read.rows
                      .slice(0, 2)
                      .map((row) => String(row[column] ?? '').slice(0, 40))
                      .filter(Boolean)
                      .join(' · ')}
                  </td>
                  <td>
                    <select
                      aria-label={`Field of ${column}`}
                      onChange={(event: Event) =>
                        setMapping({ ...mapping, [column]: (event.target as HTMLSelectElement).value })
                      }
                    >
                      <option value="">Leave out</option>
                      {importable(kind).map((field) => (
                        <option key={field} value={field} selected={mapping[column] === field}>
                          {field}
                        </option>
                      ))}
                    </select>
                  </td>
                </tr>
              ))}
            </Table>
          ) : null}
          <div class="row">
            <Button
              text={`Import ${found}`}
              look="primary"
              isDisabled={progress?.isRunning || read.rows.length === 0}
              press={run}
            />
          </div>
          {progress ? <ImportResult {...progress} /> : null}
        </section>
      ) : (
        <ImportStart href={href} />
      )}
    </div>
  );
}

function kindIn({ form, rows }: Read): string | null {
  if (form !== 'rows' || !rows[0]) return null;
  const has = (...names: string[]) => names.every((name) => name in (rows[0] as ApiRecord));
  if (has('url', 'title')) return 'articles';
  if (has('domain')) return 'sources';
  if (has('words')) return 'rules';
  if (has('slug', 'category')) return 'topics';
  if (has('slug', 'countries')) return 'geo-groups';
  return has('organisationType') ? 'companies' : null;
}

const guessed = (columns: readonly string[], kind: string) =>
  Object.fromEntries(columns.map((column) => [column, guessField(column, importable(kind))]));

const FORMATS = ['CSV', 'JSON', 'NDJSON', 'OPML for feeds'];

function DropArea({ take }: { take: (file: File | undefined) => void }) {
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer?.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only a mouse can drop files; the button does the same
    <div class={isOver ? 'drop over' : 'drop'} onDragOver={over} onDragLeave={() => setOver(false)} onDrop={drop}>
      <p>
        <strong class="by-mouse">Drop a file or choose one</strong>
      </p>
      <p class="hint">
        Articles, topics, companies, sources, regions, rules or feeds. You see the rows before anything is stored.
      </p>
      <p class="row tags">
        {FORMATS.map((format) => (
          <span key={format} class="badge">
            {format}
          </span>
        ))}
      </p>
      <input
        ref={input}
        class="quiet"
        type="file"
        aria-label="File to import"
        accept=".ndjson,.jsonl,.json,.csv,.tsv,.opml,.xml,.txt"
        onChange={() => {
          take(input.current?.files?.[0]);
          if (input.current) input.current.value = '';
        }}
      />
      <Button text="Choose a file" look="primary" press={() => input.current?.click()} />
    </div>
  );
}

function ImportResult({ done, total, accepted, rejected, isRunning }: Progress) {
  return (
    <>
      <label class="text">
        {isRunning ? `Importing: ${done} of ${total}` : `${accepted} imported, ${rejected.length} rejected`}
        <progress value={done} max={Math.max(total, 1)} />
      </label>
      {rejected.length > 0 ? (
        <Table head={['Row', 'Why it was rejected']}>
          {rejected.slice(0, MAX_SHOWN_REJECTIONS).map(({ line, reason }) => (
            <tr key={line}>
              <td class="tight">{line}</td>
              <td>{reason}</td>
            </tr>
          ))}
        </Table>
      ) : null}
      {rejected.length > MAX_SHOWN_REJECTIONS ? (
        <p class="hint">and {rejected.length - MAX_SHOWN_REJECTIONS} more</p>
      ) : null}
    </>
  );
}

async function storeInChunks(
  path: string,
  rows: ApiRecord[],
  faults: Read['faults'],
  show: (progress: Progress) => void,
): Promise<void> {
  const rejected = [...faults];
  const change = newChangeId();
  let accepted = 0;
  for (let from = 0; from < rows.length; from += ROWS_PER_REQUEST) {
    show({ done: from, total: rows.length, accepted, rejected, isRunning: true });
    try {
      const answer = await storeAll(path, rows.slice(from, from + ROWS_PER_REQUEST), { change });
      accepted += answer.accepted;
      for (const { line, errors } of answer.rejected)
        rejected.push({
          line: from + line,
          reason: Object.entries(errors)
            .map(([name, wrong]) => `${name} ${wrong}`)
            .join('; '),
        });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.kind === 'key') markSessionEnded();
      rejected.push({ line: from + 1, reason: `The import stopped at this row: ${error.message}` });
      break;
    }
  }
  show({ done: rows.length, total: rows.length, accepted, rejected, isRunning: false });
  announceToReaders(`${accepted} imported, ${rejected.length} rejected.`);
}
