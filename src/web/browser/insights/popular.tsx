import { type Columns, tableOf } from '../lib/csv.ts';
import { useQuery } from '../lib/query.ts';
import { queryString, request } from '../lib/request.ts';
import { known } from '../lib/words.ts';
import { Segments } from '../ui/form/field.tsx';
import { Empty, Loaded } from '../ui/parts.tsx';
import { Calendar, comparison, RiskSwitch, ViewBar, windowInWords, windowOf } from './bar/bar.tsx';
import { Sparkline } from './charts/sparkline.tsx';
import { ITEM_COLUMNS, Items, type RankedItem, ranked, Stories } from './stories/items.tsx';
import { BREAKDOWNS, type Session, SLOW } from './view.ts';

interface Group {
  group: string;
  slug: string;
  items: RankedItem[];
}

const FLAT = 20;
const IN_A_GROUP = 5;
/** Days of the curve beside an article: few live longer. */
const DRAWN = 14;

/** The most engaged articles, as one list or in the groups of a breakdown. */
export function Popular(session: Session) {
  const { view, set, paused } = session;
  const breakdown = known(BREAKDOWNS, view.breakdown);
  const isByReaders = ['audience-region', 'seniority', 'channel'].includes(breakdown);
  const window = isByReaders ? ({ period: '7d' } as const) : windowOf(session, breakdown ? ['24h'] : []);
  const compared = comparison(session, window);
  const query = {
    limit: breakdown ? IN_A_GROUP : FLAT,
    riskManagement: view.risk === '1',
    // A story stands once where the service can tell.
    ...(breakdown ? { breakdown } : 'from' in window ? {} : { stories: true, pull: true }),
    ...window,
    ...compared.query,
  };
  const interval = 'from' in window ? null : SLOW;
  const popular = useQuery(query, (signal) => load(query, signal), { interval, paused });
  return (
    <>
      <div class="row tools">
        <Segments
          label="Grouped by"
          name="breakdown"
          value={breakdown}
          options={BREAKDOWNS}
          choose={set('breakdown')}
        />
        {isByReaders ? null : <Calendar session={session} without={breakdown ? ['24h'] : []} />}
        {compared.choice}
        <RiskSwitch {...session} />
        <ViewBar
          of={popular}
          session={session}
          window={window}
          table={popular.value && tableOfItems(popular.value, breakdown)}
          share={`insights/popular-content/${queryString(query)}`}
        />
      </div>
      {isByReaders ? <p class="hint">Who reads is known of the last days only, so these are the last 7.</p> : null}
      {windowInWords(window) ? <p class="hint">{windowInWords(window)}</p> : null}
      <Loaded of={popular} lines={FLAT}>
        {(groups) =>
          groups.every(({ items }) => items.length === 0) ? (
            <Empty title="Nothing has been read yet">As soon as readers click, articles appear here.</Empty>
          ) : (
            <div class={breakdown ? 'columns groups' : ''}>
              {groups.map(({ group, slug, items }) => (
                <section key={slug} aria-label={group || 'All articles'}>
                  {group ? (
                    <h2>{breakdown === 'author' ? <a href={session.href({ author: slug })}>{group}</a> : group}</h2>
                  ) : null}
                  {group ? (
                    <Items items={items} href={session.href} isMoving />
                  ) : (
                    <Stories
                      items={items}
                      none=""
                      href={session.href}
                      isMoving
                      {...('from' in window
                        ? {}
                        : {
                            drawn: { days: DRAWN, riskManagement: query.riskManagement },
                            beside: ({ title }, days) => <Sparkline days={days} name={title ?? ''} />,
                          })}
                    />
                  )}
                </section>
              ))}
              <p class="hint">Movement against {compared.words}.</p>
            </div>
          )
        }
      </Loaded>
    </>
  );
}

/** A list without breakdown is a single group without a name. */
async function load(query: Record<string, string | number | boolean>, signal: AbortSignal): Promise<Group[]> {
  type Answer = { items: RankedItem[] } | { groups: Group[] };
  const answer = await request<Answer>('/api/v2/insights/popular-content/', { query, signal });
  return 'groups' in answer ? answer.groups : [{ group: '', slug: '', items: answer.items }];
}

const COLUMNS = [...ITEM_COLUMNS, 'previousRank'] as const;

function tableOfItems(groups: Group[], breakdown: string) {
  const rows = groups.flatMap(({ items, ...group }) => ranked(items).map((item) => ({ ...item, ...group })));
  if (!breakdown) return { name: 'popular', rows: tableOf(COLUMNS, rows) };
  const columns: Columns<(typeof rows)[number]> = ['group', ['groupSlug', ({ slug }) => slug], ...COLUMNS];
  return { name: `popular-by-${breakdown}`, rows: tableOf(columns, rows) };
}
