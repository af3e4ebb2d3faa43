import { formatPercent } from '../../../lib/percent.ts';
import {
  Calendar,
  chosenOf,
  daysOfView,
  PERIODS_WITHOUT_GROWTH,
  ViewBar,
  windowInWords,
} from '../insights/bar/toolbar.tsx';
import { ItemList, TABLE_COLUMNS, withRanks } from '../insights/stories/items.tsx';
import { hasBefore } from '../insights/stories/movement.ts';
import { MovementMark, movementOf, movementText } from '../insights/stories/movement-mark.tsx';
import { PlacementAxis, PlacementDot } from '../insights/stories/placement-dot.tsx';
import { type InsightsSession, SLOW_POLL_MS } from '../insights/view.ts';
import { tableOf } from '../lib/csv.ts';
import { useTitle } from '../lib/page.ts';
import { useBatchedRequests, useQuery } from '../lib/query.ts';
import { type DataOf, request, type Schemas } from '../lib/request.ts';
import { Empty, Loaded, Section } from '../ui/parts.tsx';
import { loadYields, type Question, type SourceYield, USUAL_PERIODS, withPlacements } from './load.ts';
import { Published, YieldDot, yieldInWords } from './yield-dot.tsx';

const MAX_STORIES = 10;
const MAX_AUTHORS = 10;
const FEED_ARTICLES = 50;

interface Props {
  by: 'source' | 'company';
  /** Domain or name of the source, or id of the company. */
  id: string;
  session: InsightsSession;
}

/** Page of a source or a company: its rank, change, yield and placement, its best stories and its authors. */
export function GroupPage({ by, id, session }: Props) {
  useBatchedRequests();
  const period = USUAL_PERIODS[by];
  const window = daysOfView(session, PERIODS_WITHOUT_GROWTH, period);
  const days = windowInWords(window) ?? 'last 7 days';
  const risk = session.view.risk === '1';
  const question = { window, risk };
  const about = useQuery(['group', by, id, question], (signal) => loadGroup(by, id, question, signal), {
    interval: chosenOf(window) ? null : SLOW_POLL_MS,
    paused: session.paused,
  });
  const href: InsightsSession['href'] = (part) => session.href({ source: '', company: '', ...part });
  useTitle(about.value?.name);
  return (
    <div class="stack gap-5">
      <div class="row tools">
        <div class="topic">
          <h2 dir="auto">{about.value?.name ?? id}</h2>
          <p>
            {by === 'source' ? (about.value?.key ?? id) : 'Company'} ·{' '}
            <a href={href({ view: 'overview', by, is: about.value?.key ?? id })}>Filter the overview</a>
          </p>
        </div>
        <Calendar session={session} without={PERIODS_WITHOUT_GROWTH} usual={period} />
        <ViewBar
          of={about}
          session={session}
          window={window}
          table={about.value && { name: `${by}-${id}`, rows: tableOf(TABLE_COLUMNS, withRanks(about.value.items)) }}
        />
      </div>
      <Loaded of={about} lines={16}>
        {({ row, items, authors, isMoving }) => (
          <>
            {row ? (
              <>
                <p class="answer">
                  {standingInWords(row, isMoving)}
                  <span class="cause">
                    {' '}
                    {row.yield !== null
                      ? `Readers per article: ${yieldInWords(row)}.`
                      : row.articles === 0
                        ? 'No article was published in this period.'
                        : 'Too few readers to compare its articles.'}
                  </span>
                </p>
                <dl class="figures">
                  <div>
                    <dt>By readers</dt>
                    <dd>
                      <b>No. {row.rank}</b>{' '}
                      {isMoving ? <MovementMark movement={movementOf(row.rank - 1, row.previousRank)} /> : null}
                    </dd>
                  </div>
                  <div>
                    <dt>Change</dt>
                    <dd>
                      {row.growthPercent === null ? (
                        <span class="hint">{isMoving ? 'too few readers before' : 'nothing to compare with'}</span>
                      ) : (
                        <b>{formatPercent(row.growthPercent)}</b>
                      )}
                    </dd>
                  </div>
                  <Published articles={row.articles} days={days} />
                  <div>
                    <dt>Readers per article</dt>
                    <dd>
                      <PlacementAxis normal="average" />
                      <YieldDot of={row} />
                    </dd>
                  </div>
                  <div>
                    <dt>Clicks for their position</dt>
                    <dd>
                      <PlacementAxis />
                      {row.placement === null ? (
                        <span class="hint">too few readers</span>
                      ) : (
                        <PlacementDot of={{ index: row.placement, confidence: 'low' }} />
                      )}
                    </dd>
                  </div>
                </dl>
              </>
            ) : (
              <Empty title="Too few readers in this period">
                Only the 50 {by === 'source' ? 'sources' : 'companies'} with the most readers are compared.
              </Empty>
            )}
            {items.length + authors.length > 0 ? (
              <div class="columns group-lists">
                <Section id="group-items" title="Most read" note={days}>
                  <ItemList isRanked items={items} href={href} none="Nothing was read in this period" />
                </Section>
                <Section
                  id="group-authors"
                  title="Authors"
                  note={by === 'source' ? 'most read first' : 'latest articles'}
                >
                  {authors.length > 0 ? (
                    <ol class="ranked authors">
                      {authors.map((author) => (
                        <li key={author.id}>
                          <a href={href({ author: author.id })} dir="auto">
                            {author.name}
                          </a>
                        </li>
                      ))}
                    </ol>
                  ) : (
                    <p class="hint">No authors are known for these articles.</p>
                  )}
                </Section>
              </div>
            ) : null}
          </>
        )}
      </Loaded>
    </div>
  );
}

/** Names the rank by readers and its change: `No. 10 by readers, up 36 on the days before.` */
function standingInWords({ rank, previousRank }: SourceYield, isMoving: boolean): string {
  const movement = movementOf(rank - 1, previousRank);
  if (!isMoving || movement === 0) return `No. ${rank} by readers${isMoving ? ', as in the days before' : ''}.`;
  if (movement === 'new') return `New: No. ${rank} by readers.`;
  return `No. ${rank} by readers, ${movementText(movement)} on the days before.`;
}

type Groups = Extract<DataOf<'/api/v2/insights/popular-content/'>, { groups: unknown }>;
const POPULAR_PATH = '/api/v2/insights/popular-content/';

async function loadGroup(by: Props['by'], id: string, { window, risk }: Omit<Question, 'filter'>, signal: AbortSignal) {
  const days = chosenOf(window) ?? {};
  const groupsBy = (breakdown: string, limit: number) =>
    request<Groups>(POPULAR_PATH, { query: { breakdown, limit, riskManagement: risk, ...days }, signal });
  const found = groupsBy(by, MAX_STORIES);
  const yields = loadYields(by, { window, risk }, signal);
  // Articles name their source, but do not have its domain.
  const rowOf = (rows: readonly SourceYield[]) =>
    rows.find((each) => each.id === id) ?? rows.find((each) => each.name === id);
  const ownGroup = Promise.all([yields, found]).then(([rows, { groups }]) =>
    groups.find(({ slug }) => slug === (rowOf(rows)?.id ?? id)),
  );
  const [rows, own, items, authors] = await Promise.all([
    yields,
    ownGroup,
    withPlacements(
      ownGroup.then((group) => group?.items ?? []),
      signal,
    ),
    by === 'source'
      ? groupsBy('author', 1).then(({ groups }) => groups.map(({ slug, group }) => ({ id: slug, name: group })))
      : loadAuthors(id, signal),
  ]);
  const row = rowOf(rows);
  const key = row?.id ?? id;
  const isOwn = (author: { id: string }) => by === 'company' || author.id.endsWith(`@${key}`);
  const name = row?.name ?? own?.group ?? id;
  return { key, name, row, items, authors: authors.filter(isOwn).slice(0, MAX_AUTHORS), isMoving: hasBefore(rows) };
}

/** Returns the authors of a company’s latest articles. */
async function loadAuthors(company: string, signal: AbortSignal): Promise<{ id: string; name: string }[]> {
  const query = { includeCompanies: company, limit: FEED_ARTICLES };
  const { items } = await request<Schemas['JsonFeed']>('/api/v2/feed/', { query, signal });
  return [...new Map(items.flatMap(({ _article }) => _article.authors).map((author) => [author.id, author])).values()];
}
