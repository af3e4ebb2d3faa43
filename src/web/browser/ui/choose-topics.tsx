import { useState } from 'hono/jsx/dom';
import { asOf, newChange, storeAll } from '../lib/change.ts';
import { useData } from '../lib/query.ts';
import { ApiError, type DataOf, request } from '../lib/request.ts';
import { slugOf } from '../lib/words.ts';
import { Button, showToast } from './actions.tsx';
import { SeveralField } from './form/field.tsx';
import { Loaded } from './parts.tsx';

/** Topics out of the newsroom's own stories, chosen by ticking boxes: each comes with its rule, and stories are tagged at once. */

type Proposals = DataOf<'/manage/topics/proposals'>;

const INTEREST = 2;

/** Throws what is wrong with the first line that was refused. */
async function storeEach(path: string, rows: readonly object[], change: string): Promise<void> {
  const { rejected } = await storeAll(path, rows, { change });
  if (rejected[0]) throw new ApiError(400, rejected[0].errors);
}

async function accept({ firstId, topics }: Proposals, names: readonly string[]): Promise<void> {
  const chosen = topics
    .filter(({ name }) => names.includes(name))
    .map(({ name, words }, i) => ({ id: firstId + i, name, words }));
  const change = newChange();
  const slugs = new Set<string>();
  const [first, ...others] = chosen.map(({ id, name }) => {
    const own = slugOf(name);
    const slug = /^\D/.test(own) && !slugs.has(own) ? own : `topic-${id}`;
    slugs.add(slug);
    return { id, name, slug, category: INTEREST };
  });
  // Of two who accept at once the second one is refused, before it takes the first one's numbers.
  await request(`/manage/topics/${firstId}`, {
    method: 'PUT',
    body: first,
    headers: { ...asOf(change).headers, 'If-None-Match': '*' },
  });
  if (others.length > 0) await storeEach('/manage/topics', others, change);
  const rules = chosen.map(({ id, words }) => ({ kind: 'topic', ref: String(id), words, exclusions: [] }));
  await storeEach('/manage/rules', rules, change);
  for (let after: number | null = 0; after !== null; )
    after = (await request<{ after: number | null }>('/manage/retag', { method: 'POST', query: { after } })).after;
}

/** `done`: they are there. */
export function ChooseTopics({ done }: { done: () => void }) {
  const proposals = useData('/manage/topics/proposals');
  return (
    <Loaded of={proposals} lines={6}>
      {(found) => <Choice of={found} done={done} />}
    </Loaded>
  );
}

function Choice({ of, done }: { of: Proposals; done: () => void }) {
  const [names, setNames] = useState(of.topics.map(({ name }) => name));
  const many = names.length === 1 ? '1 topic' : `${names.length} topics`;
  const add = async () => {
    await accept(of, names);
    showToast(`${many} added, with rules. Stories that have their words are tagged.`);
    done();
  };
  if (of.topics.length === 0) return null;
  return (
    <div class="before-3">
      <SeveralField
        label={`Found in your ${of.examined} newest stories; ${Math.floor((100 * of.tagged) / of.examined)}% would have one`}
        options={of.topics.map(({ name, articles }) => [name, `${name} (${articles})`])}
        value={names}
        change={setNames}
      />
      <div class="before-3">
        <Button look="primary" text={`Add ${many}`} press={add} isDisabled={names.length === 0} busy="Adding…" />
      </div>
    </div>
  );
}
