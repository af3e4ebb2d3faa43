import { CONTENT_TYPE_WORDS } from '../../../collections/core/look.ts';
import { newChangeId, storeAll } from '../lib/change.ts';
import { ApiError } from '../lib/request.ts';
import { ask, Button, showToast, useAction } from '../ui/actions.tsx';
import { openForm } from '../ui/form/form.tsx';
import {
  type ApiRecord,
  type ContentCollection,
  type ManagedArticle,
  referencesOf,
  removeRecord,
  revert,
} from './collections.tsx';
import { openMerge, sumReferences, UsedBy } from './remove.tsx';

interface Props {
  kind: ContentCollection;
  rows: ApiRecord[];
  done: () => void;
}

export function BulkBar({ kind, rows, done }: Props) {
  const [isBusy, runAction] = useAction();
  const many = `${rows.length} ${rows.length === 1 ? kind.one : kind.many}`;
  // All requests of a bulk change share one history entry, so that one click reverts them.
  const run = async (what: string, act: (change: string) => Promise<number>) => {
    const change = newChangeId();
    const refused = await act(change);
    showToast(refused > 0 ? `${what}. ${refused} could not be changed.` : `${what}.`, async () => {
      await revert(change);
      done();
    });
    done();
  };
  const alter = async (what: string, altered: (article: ManagedArticle) => Partial<ManagedArticle>) => {
    const changed = (rows as unknown as ManagedArticle[]).flatMap((article) => {
      const after = { ...article, ...altered(article) };
      return JSON.stringify(after) === JSON.stringify(article) ? [] : [toInput(after)];
    });
    // Without a change there is nothing to undo.
    if (changed.length === 0) {
      showToast(`Nothing was changed: ${many} ${rows.length === 1 ? 'is' : 'are'} already like this.`);
      return;
    }
    await run(what, async (change) => (await storeAll(kind.path, changed, { change })).rejected.length);
  };
  const askToDelete = async () => {
    const ids = rows.map(kind.idOf);
    const used = sumReferences(await Promise.all(ids.map((id) => referencesOf(kind, id))));
    ask({
      title: `Delete ${many}?`,
      act: `Delete ${many}`,
      about: <UsedBy of={used} isMany={rows.length > 1} />,
      run: () => run(`Deleted ${many}`, (change) => countRefused(ids, (id) => removeRecord(kind, id, change))),
    });
  };
  const askForTopics = (isAdding: boolean) =>
    openForm({
      title: `${isAdding ? 'Add topics to' : 'Remove topics from'} ${many}`,
      act: isAdding ? 'Add' : 'Remove',
      fields: TOPICS,
      initial: { topics: [] },
      send: async ({ topics }) => {
        const ids = topics as number[];
        const retagged = ({ topics: own }: ManagedArticle) =>
          isAdding ? [...new Set([...own, ...ids])] : own.filter((id) => !ids.includes(id));
        if (ids.length > 0) await alter(`Changed the topics of ${many}`, (article) => ({ topics: retagged(article) }));
      },
    });
  const changeType = (contentType: string) =>
    runAction(() => alter(`Changed the type of ${many}`, () => ({ contentType }) as Partial<ManagedArticle>));
  const [first, second] = rows;
  const pair = kind.canMerge && first && second && rows.length === 2 ? { first, second } : null;
  const isArticles = kind.name === 'articles';
  return (
    <section class="row bulk" aria-label="Selected">
      <strong>{many} selected</strong>
      {isArticles ? (
        <>
          <Button text="Add topics" press={() => askForTopics(true)} />
          <Button text="Remove topics" press={() => askForTopics(false)} />
          <select
            aria-label="Change type to"
            disabled={isBusy}
            onChange={({ target }: Event) => {
              const { value } = target as HTMLSelectElement;
              if (value) void changeType(value);
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
      {pair ? (
        <Button
          text="Merge"
          press={() =>
            openMerge({
              kind,
              id: kind.idOf(pair.first),
              title: kind.titleOf(pair.first),
              into: kind.idOf(pair.second),
              merged: done,
            })
          }
        />
      ) : null}
      <Button text="Delete" press={askToDelete} />
    </section>
  );
}

const TOPICS = [{ name: 'topics', label: 'Topics', type: 'topics' }] as const;

/** Removes the fields of an article that the API computes. */
function toInput(article: ManagedArticle): ApiRecord {
  const { modifiedAt: _m, source: _s, topicNames: _t, companyNames: _c, image, ...rest } = article;
  const picture = image && { url: image.url, alt: image.alt, ...sizeOf(image) };
  return Object.fromEntries(Object.entries({ ...rest, image: picture }).filter(([, value]) => value !== null));
}

const sizeOf = ({ width, height }: { width: number | null; height: number | null }) =>
  width && height ? { width, height } : {};

/** Runs requests one after another to keep the load low. Returns the number of rejected requests. */
async function countRefused(ids: readonly string[], act: (id: string) => Promise<unknown>): Promise<number> {
  let refused = 0;
  for (const id of ids)
    await act(id).catch((error) => {
      if (!(error instanceof ApiError) || error.kind === 'key' || error.kind === 'offline') throw error;
      refused += 1;
    });
  return refused;
}
