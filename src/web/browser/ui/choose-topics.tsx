import { useRef, useState } from 'hono/jsx/dom';
import { applyRules, changeHeaders, newChangeId, storeAll } from '../lib/change.ts';
import { useData } from '../lib/query.ts';
import { ApiError, type DataOf, request } from '../lib/request.ts';
import { formatCount, latinSlugOf } from '../lib/words.ts';
import { Button, showToast } from './actions.tsx';
import { SeveralField } from './form/field.tsx';
import { Loaded } from './parts.tsx';

/** Proposes topics and companies based on the newsroom's articles, and tags articles with the accepted proposals. */

type Proposals = DataOf<'/manage/topics/proposals'>;

const INTEREST_CATEGORY = 2;
const LIST_FORMAT = new Intl.ListFormat('en', { type: 'disjunction' });
const DEFAULT_KIND = 'Company';

async function storeEach(path: string, rows: readonly object[], change: string): Promise<void> {
  const { rejected } = await storeAll(path, rows, { change });
  if (rejected[0]) throw new ApiError(400, rejected[0].errors);
}

/** Progress of adding the proposals of one kind. A retry after a failure uses the same ids. */
interface Begun {
  ids: Map<string, number>;
  /** Id of a failed request that the service may nevertheless have stored. */
  unsure: number | null;
  isOurs: boolean;
}
const nothing = (): Begun => ({ ids: new Map(), unsure: null, isOurs: false });

function assignIds({ ids }: Begun, firstId: number, names: readonly string[]): { id: number; name: string }[] {
  for (const name of names) if (!ids.has(name)) ids.set(name, firstId + ids.size);
  return Array.from(ids, ([name, id]) => ({ id, name })).filter(({ name }) => names.includes(name));
}

async function accept(begun: Begun, { firstId, topics }: Proposals, names: readonly string[], change: string) {
  const slugs = new Set<string>();
  const rows = assignIds(begun, firstId, names).map(({ id, name }) => {
    const own = latinSlugOf(name);
    const slug = /^\D/.test(own) && !slugs.has(own) ? own : `topic-${id}`;
    slugs.add(slug);
    return { id, name, slug, category: INTEREST_CATEGORY };
  });
  await storeNumbered(begun, 'topics', rows, change);
  const rules = rows.map(({ id, name }) => {
    const { words = [name], language = null } = topics.find((topic) => topic.name === name) ?? {};
    return { kind: 'topic', ref: String(id), words, exclusions: [], language };
  });
  await storeEach('/manage/rules', rules, change);
}

/** Stores the first row only if its id is free, so that two editors never overwrite each other's rows. */
async function storeNumbered(
  begun: Begun,
  kind: 'topics' | 'companies',
  rows: readonly { id: number; name: string }[],
  change: string,
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const path = `/manage/${kind}/${first.id}`;
  if (!begun.isOurs) {
    const headers = { ...changeHeaders(change).headers, 'If-None-Match': '*' };
    await request(path, { method: 'PUT', body: first, headers }).catch((thrown: unknown) => {
      const { status, current } = thrown instanceof ApiError ? thrown : { status: 0, current: null };
      const there = current?.value as { name?: string } | null;
      // The earlier request may have stored the topic even though its response was lost.
      if (begun.unsure === first.id && there?.name === first.name) return;
      if (status === 0 || status >= 500) begun.unsure = first.id;
      throw thrown;
    });
    begun.isOurs = true;
  }
  await storeEach(`/manage/${kind}`, rows, change);
}

export function ChooseTopics({ done }: { done: () => void }) {
  const proposals = useData('/manage/topics/proposals');
  return (
    <Loaded of={proposals} what="the proposed topics" lines={6}>
      {(found) => <Choice of={found} done={done} />}
    </Loaded>
  );
}

const namesOf = (listed: readonly { name: string }[]) => listed.map(({ name }) => name);
const options = (listed: readonly { name: string; articles: number }[]) =>
  listed.map(({ name, articles }) => [name, `${name} (${articles})`] as const);

function Choice({ of, done }: { of: Proposals; done: () => void }) {
  const [names, setNames] = useState(namesOf(of.topics));
  const [companies, setCompanies] = useState(namesOf(of.companies));
  const begun = useRef({ topics: nothing(), companies: nothing() });
  const what = [
    ...(names.length > 0 || companies.length === 0 ? [formatCount(names.length, 'topic', 'topics')] : []),
    ...(companies.length > 0 ? [formatCount(companies.length, 'company', 'companies')] : []),
  ].join(' and ');
  const add = async () => {
    const change = newChangeId();
    await accept(begun.current.topics, of, names, change);
    const rows = assignIds(begun.current.companies, of.firstCompanyId, companies);
    const kinds = rows.map((row) => ({ ...row, organisationType: DEFAULT_KIND }));
    await storeNumbered(begun.current.companies, 'companies', kinds, change);
    await applyRules();
    showToast(`${what} added. Stories that mention them are being tagged.`);
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
      <details class="before-2">
        <summary>Words of each topic, and the newest stories that it would tag</summary>
        <ul>
          {of.topics.map((topic) => (
            <li key={topic.name}>
              <b>{topic.name}</b>: looks for {LIST_FORMAT.format(topic.words.map((word) => `“${word}”`))}
              <ul>
                {topic.titles.map((title) => (
                  <li key={title} class="small" dir="auto">
                    {title}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </details>
      {of.companies.length > 0 ? (
        <SeveralField
          label="Companies mentioned"
          options={options(of.companies)}
          value={companies}
          change={setCompanies}
        />
      ) : null}
      {of.countries.length > 0 ? (
        <p class="hint before-2">
          Countries need no topic, because stories are already tagged with them:{' '}
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
