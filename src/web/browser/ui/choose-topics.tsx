import { useState } from 'hono/jsx/dom';
import { useData } from '../lib/query.ts';
import { type DataOf, request } from '../lib/request.ts';
import { slugOf } from '../lib/words.ts';
import { Button, showToast } from './actions.tsx';
import { SeveralField } from './form/field.tsx';
import { Loaded } from './parts.tsx';

/** Topics out of the newsroom's own stories, accepted by tick: each comes with its rule, and stories are tagged at once. */

type Proposals = DataOf<'/manage/topics/proposals'>;

const INTEREST = 2;
const MOST_ROUNDS = 50;

async function accept({ firstId, topics }: Proposals, names: readonly string[]): Promise<void> {
  const chosen = topics
    .filter(({ name }) => names.includes(name))
    .map(({ name, words }, i) => ({ id: firstId + i, name, words }));
  const headers = { 'Change-Id': crypto.randomUUID() };
  const [first, ...others] = chosen.map(({ id, name }) => {
    const slug = slugOf(name);
    return { id, name, slug: /^\D/.test(slug) ? slug : `topic-${id}`, category: INTEREST };
  });
  // Of two who accept at once the second one is refused, before it takes the first one's numbers.
  await request(`/manage/topics/${firstId}`, {
    method: 'PUT',
    body: first,
    headers: { ...headers, 'If-None-Match': '*' },
  });
  if (others.length > 0) await request('/manage/topics', { method: 'PUT', body: others, headers });
  const rules = chosen.map(({ id, words }) => ({ kind: 'topic', ref: String(id), words, exclusions: [] }));
  await request('/manage/rules', { method: 'PUT', body: rules, headers });
  let after: number | null = 0;
  for (let round = 0; after !== null && round < MOST_ROUNDS; round++)
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
