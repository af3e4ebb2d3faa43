import { useState } from 'hono/jsx/dom';
import { asOf, newChange, storeAll } from '../lib/change.ts';
import { useData } from '../lib/query.ts';
import { ApiError, type DataOf, request } from '../lib/request.ts';
import { slugOf } from '../lib/words.ts';
import { Button, showToast } from './actions.tsx';
import { SeveralField } from './form/field.tsx';
import { Loaded } from './parts.tsx';

/** Topics and companies out of the newsroom's own stories, chosen by ticking boxes: topics come with their rules, and stories are tagged at once. */

type Proposals = DataOf<'/manage/topics/proposals'>;

const INTEREST = 2;
/** Of a company of which nothing else is known. */
const KIND = 'Company';

/** Throws what is wrong with the first line that was refused. */
async function storeEach(path: string, rows: readonly object[], change: string): Promise<void> {
  const { rejected } = await storeAll(path, rows, { change });
  if (rejected[0]) throw new ApiError(400, rejected[0].errors);
}

async function accept({ firstId, topics }: Proposals, names: readonly string[], change: string): Promise<void> {
  const chosen = topics
    .filter(({ name }) => names.includes(name))
    .map(({ name, words }, i) => ({ id: firstId + i, name, words }));
  const slugs = new Set<string>();
  const rows = chosen.map(({ id, name }) => {
    const own = slugOf(name);
    const slug = /^\D/.test(own) && !slugs.has(own) ? own : `topic-${id}`;
    slugs.add(slug);
    return { id, name, slug, category: INTEREST };
  });
  await storeNumbered('topics', rows, change);
  const rules = chosen.map(({ id, words }) => ({ kind: 'topic', ref: String(id), words, exclusions: [] }));
  await storeEach('/manage/rules', rules, change);
}

/** Of two who accept at once the second one is refused, before it takes the first one's numbers. */
async function storeNumbered(kind: string, rows: readonly { id: number }[], change: string): Promise<void> {
  const [first, ...others] = rows;
  if (!first) return;
  await request(`/manage/${kind}/${first.id}`, {
    method: 'PUT',
    body: first,
    headers: { ...asOf(change).headers, 'If-None-Match': '*' },
  });
  if (others.length > 0) await storeEach(`/manage/${kind}`, others, change);
}

async function retag(): Promise<void> {
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

const namesOf = (listed: readonly { name: string }[]) => listed.map(({ name }) => name);
const options = (listed: readonly { name: string; articles: number }[]) =>
  listed.map(({ name, articles }) => [name, `${name} (${articles})`] as const);
const many = (count: number, one: string, several: string) => (count === 1 ? `1 ${one}` : `${count} ${several}`);

function Choice({ of, done }: { of: Proposals; done: () => void }) {
  const [names, setNames] = useState(namesOf(of.topics));
  const [companies, setCompanies] = useState(namesOf(of.companies));
  const what = [
    ...(names.length > 0 || companies.length === 0 ? [many(names.length, 'topic', 'topics')] : []),
    ...(companies.length > 0 ? [many(companies.length, 'company', 'companies')] : []),
  ].join(' and ');
  const add = async () => {
    const change = newChange();
    await accept(of, names, change);
    const rows = companies.map((name, i) => ({ id: of.firstCompanyId + i, name, organisationType: KIND }));
    await storeNumbered('companies', rows, change);
    await retag();
    showToast(`${what} added. Stories that mention them are tagged.`);
    done();
  };
  if (of.topics.length + of.companies.length === 0) return null;
  return (
    <div class="before-3">
      <SeveralField
        label={`Found in your ${of.examined} newest stories; ${Math.floor((100 * of.tagged) / of.examined)}% would have one`}
        options={options(of.topics)}
        value={names}
        change={setNames}
      />
      {of.companies.length > 0 ? (
        <SeveralField
          label="Companies that they name"
          options={options(of.companies)}
          value={companies}
          change={setCompanies}
        />
      ) : null}
      {of.countries.length > 0 ? (
        <p class="hint before-2">
          Countries need no topic, stories are tagged with them already:{' '}
          {of.countries.map(({ name, articles }) => `${name} (${articles})`).join(', ')}.
        </p>
      ) : null}
      <div class="before-3">
        <Button
          look="primary"
          text={`Add ${what}`}
          press={add}
          isDisabled={names.length + companies.length === 0}
          busy="Adding…"
        />
      </div>
    </div>
  );
}
