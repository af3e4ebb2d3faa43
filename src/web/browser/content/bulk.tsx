import { useState } from 'hono/jsx/dom';
import { CONTENT_TYPE_WORDS } from '../../../collections/core/look.ts';
import { ApiError } from '../lib/request/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { FormDialog } from '../ui/form/form.tsx';
import { showToast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';
import { newChange, remove, revert, storeAll, usesOf } from './api.ts';
import type { Collection, Row, StoredArticle } from './collections.tsx';
import { type Used, Uses, usedBy } from './used.tsx';

interface Props {
  kind: Collection;
  /** What is selected. */
  rows: Row[];
  /** After a change. */
  done: () => void;
}

type Asking = 'add' | 'take' | 'delete' | null;

/** What can be done with all that is selected. */
export function BulkBar({ kind, rows, done }: Props) {
  const [asking, ask] = useState<Asking>(null);
  const [isBusy, runAction] = useAction();
  const many = `${rows.length} ${rows.length === 1 ? kind.one : kind.many}`;
  const [used, setUsed] = useState<Used>({});
  // What is done at once is one line of the history, and is taken back as one.
  const run = async (what: string, act: (change: string) => Promise<number>) => {
    const change = newChange();
    await runAction(async () => {
      const refused = await act(change);
      showToast(refused > 0 ? `${what}; ${refused} could not be changed.` : `${what}.`, async () => {
        await revert(change);
        done();
      });
    });
    ask(null);
    done();
  };
  const alter = (what: string, altered: (article: StoredArticle) => Partial<StoredArticle>) =>
    run(what, (change) => storeArticles(kind, rows, { altered, change }));
  const askToDelete = () =>
    runAction(async () => {
      const all = await Promise.all(rows.map((row) => usesOf(kind, kind.idOf(row))));
      setUsed(usedBy(all));
      ask('delete');
    });
  const retag = (isAdding: boolean, ids: number[]) => {
    if (ids.length === 0) return ask(null);
    const topics = ({ topics: own }: StoredArticle) =>
      isAdding ? [...new Set([...own, ...ids])] : own.filter((id) => !ids.includes(id));
    return alter(`Topics of ${many} changed`, (article) => ({ topics: topics(article) }));
  };
  const isArticles = kind.name === 'articles';
  return (
    <section class="row bulk" aria-label="Selected">
      <strong>{many} selected</strong>
      {isArticles ? (
        <>
          <Button text="Add topics" isDisabled={isBusy} press={() => ask('add')} />
          <Button text="Remove topics" isDisabled={isBusy} press={() => ask('take')} />
          <select
            aria-label="Change type to"
            disabled={isBusy}
            onChange={(event: Event) => {
              const { value } = event.target as HTMLSelectElement;
              if (value)
                void alter(`Type of ${many} changed`, () => ({ contentType: value as StoredArticle['contentType'] }));
            }}
          >
            <option value="">Change type to…</option>
            {CONTENT_TYPE_WORDS.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </>
      ) : null}
      <Button text="Delete" look="danger" isDisabled={isBusy} press={askToDelete} />
      {asking === 'delete' ? (
        <Confirm
          title={`Delete ${many}?`}
          act={`Delete ${many}`}
          isBusy={isBusy}
          close={() => ask(null)}
          confirm={() => {
            const ids = rows.map(kind.idOf);
            void run(`${many} deleted`, (change) => countRefused(ids, (id) => remove(kind, id, change)));
          }}
        >
          <Uses of={used} isMany={rows.length > 1} />
        </Confirm>
      ) : null}
      {asking === 'add' || asking === 'take' ? (
        <FormDialog
          title={`${asking === 'add' ? 'Add topics to' : 'Remove topics from'} ${many}`}
          act={asking === 'add' ? 'Add' : 'Remove'}
          fields={TOPICS}
          initial={{ topics: [] }}
          send={async ({ topics }) => retag(asking === 'add', topics as number[])}
          close={() => ask(null)}
        />
      ) : null}
    </section>
  );
}

const TOPICS = [{ name: 'topics', label: 'Topics', type: 'topics' }] as const;

/** Stores the articles as they are now with a change, tags of rules as such; returns how many were refused. */
async function storeArticles(
  kind: Collection,
  rows: Row[],
  { altered, change }: { altered: (article: StoredArticle) => Partial<StoredArticle>; change: string },
): Promise<number> {
  const bodies = rows.map((row) => {
    const article = row as unknown as StoredArticle;
    return toInput({ ...article, ...altered(article) });
  });
  return (await storeAll(kind.path, bodies, { change })).rejected.length;
}

/** What the API takes of an article: nothing that it works out itself. */
function toInput(article: StoredArticle): Row {
  const { modifiedAt: _m, source: _s, topicNames: _t, companyNames: _c, image, ...rest } = article;
  const picture = image && { url: image.url, alt: image.alt, ...sizeOf(image) };
  return Object.fromEntries(Object.entries({ ...rest, image: picture }).filter(([, value]) => value !== null));
}

const sizeOf = ({ width, height }: { width: number | null; height: number | null }) =>
  width && height ? { width, height } : {};

/** One after the other, so that a service under load is not flooded. */
async function countRefused(ids: readonly string[], act: (id: string) => Promise<unknown>): Promise<number> {
  let refused = 0;
  for (const id of ids)
    await act(id).catch((error) => {
      if (!(error instanceof ApiError) || error.kind === 'key' || error.kind === 'offline') throw error;
      refused += 1;
    });
  return refused;
}
