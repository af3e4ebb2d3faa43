import { THIRD_PARTY_CLIENT } from '../../../content/types.ts';
import { type Columns, tableOf } from '../lib/csv.ts';
import { useQuery } from '../lib/query.ts';
import { fragmentString, IS_SERVER, queryString, request } from '../lib/request.ts';
import { capitalize, optionOrFirst, sentence } from '../lib/words.ts';
import { Button } from '../ui/actions.tsx';
import { SelectField } from '../ui/form/field.tsx';
import { Empty, Loaded } from '../ui/parts.tsx';
import {
  Calendar,
  comparison,
  daysOfView,
  RiskFilter,
  RiskSwitch,
  ShareButton,
  Tools,
  ViewBar,
  windowInWords,
} from './bar/toolbar.tsx';
import { Sparkline } from './charts/sparkline.tsx';
import DIMENSIONS from './dimensions.generated.ts';
import { ALONE } from './stories/article-words.ts';
import { Quoted } from './stories/change.tsx';
import {
  ItemList,
  Items,
  type Placement,
  PULL_COLUMNS,
  type RankedItem,
  TABLE_COLUMNS,
  TOP_RANKS,
  withRanks,
} from './stories/items.tsx';
import { hasBefore, nothingBefore } from './stories/movement.ts';
import { PlacementAxis } from './stories/placement-dot.tsx';
import { PERIOD_WORDS, RANKS } from './stories/rank-words.ts';
import { BREAKDOWN_CHOICES, type InsightsSession, SLOW_POLL_MS } from './view.ts';

interface Group {
  group: string;
  slug: string;
  items: PlacedArticle[];
}

/** Article in a ranking. `siteRank` is `null` if the ranking of the whole site does not include the article. */
type PlacedArticle = RankedItem & { siteRank?: number | null; placement?: Placement };

interface PopularGroups {
  groups: Group[];
  /** Number of the site’s first articles without a source type. */
  untyped: number;
}

const PATH = 'insights/popular-content/';
const MAX_ARTICLES = 20;
const MAX_GROUP_ARTICLES = 5;
const CHART_DAYS = 14;

export function Popular(session: InsightsSession) {
  const { view, set, change, paused, given } = session;
  const only = view.breakdown && view.by === view.breakdown ? view.is : '';
  // The first screen can filter by more groupings than this view offers.
  const breakdown = only ? view.by : optionOrFirst(BREAKDOWN_CHOICES, view.breakdown);
  const isByReaders = DIMENSIONS.readerBreakdowns.includes(breakdown);
  const window = isByReaders ? ({ period: '7d' } as const) : daysOfView(session, breakdown ? ['24h'] : []);
  const compared = comparison(session, window);
  const query = {
    limit: breakdown && !only ? MAX_GROUP_ARTICLES : MAX_ARTICLES,
    riskManagement: view.risk === '1',
    ...(breakdown ? { breakdown } : 'period' in window ? { stories: true, placement: true } : {}),
    ...window,
    ...compared.query,
    ...given,
  };
  const isByStory = 'stories' in query && String(query.stories) === 'true';
  const interval = 'from' in window ? null : SLOW_POLL_MS;
  /** The list of one group, which has more articles than the group has among others. */
  const viewOf = ({ slug, group }: { slug: string; group: string | undefined }) =>
    `${PATH}${queryString({ ...query, limit: MAX_ARTICLES })}${fragmentString({ is: slug, group })}`;
  const popular = useQuery([query, only], (signal) => load(query, only, signal), { interval, paused });
  return (
    <>
      <Tools look="plain">
        <SelectField
          label="Group by"
          value={breakdown}
          options={
            BREAKDOWN_CHOICES.some(([by]) => by === breakdown)
              ? BREAKDOWN_CHOICES
              : [...BREAKDOWN_CHOICES, [breakdown, capitalize(breakdown)] as const]
          }
          change={set('breakdown')}
        />
        {only ? <Button text="Clear filter" press={() => change({ by: '', is: '' })} /> : null}
        {isByReaders ? null : <Calendar session={session} without={breakdown ? ['24h'] : []} />}
        {compared.choice}
        <RiskFilter {...session} />
        <ViewBar
          of={popular}
          more={<RiskSwitch {...session} />}
          session={session}
          window={window}
          table={popular.value && tableOfItems(popular.value.groups, breakdown)}
          share={only ? viewOf({ slug: only, group: popular.value?.groups[0]?.group }) : `${PATH}${queryString(query)}`}
        />
      </Tools>
      {isByReaders ? (
        <p class="hint after-3">Reader groups are stored for a few days only, so this shows the last 7 days.</p>
      ) : null}
      {'from' in window || IS_SERVER ? (
        <p class="hint after-3">
          {windowInWords(window) ?? sentence('period' in window ? PERIOD_WORDS[window.period] : '')}
        </p>
      ) : null}
      <Loaded of={popular} what="the popular content" lines={MAX_ARTICLES}>
        {({ groups, untyped }) => {
          const items = groups.flatMap((group) => group.items);
          if (items.length === 0)
            return <Empty title="No clicks yet">Articles appear here as soon as readers click.</Empty>;
          const isMoving = hasBefore(items);
          const isPlaced = items.some(({ placement }) => placement);
          return (
            <>
              {breakdown && !only && !isByReaders ? <GroupFinding groups={groups} /> : null}
              {isByReaders && !only ? <ReadersFinding groups={groups} href={session.href} /> : null}
              {breakdown ? null : <Finding items={items} since={compared.words} href={session.href} />}
              {breakdown ? (
                <p class="placement-head">
                  <span>Marks: site ranks, from No. 1 to No. {RANKS}</span>
                  <span class="site-rank">Site rank</span>
                  {isMoving ? <span class="moved">Moved</span> : null}
                  {isPlaced ? (
                    <span>
                      Clicks for position
                      <br />
                      <PlacementAxis />
                    </span>
                  ) : null}
                </p>
              ) : null}
              <div class={only ? 'groups before-4' : breakdown ? 'groups group-rows' : ''}>
                {groups.map(({ group, slug, items }) => (
                  <section key={slug} aria-label={group || 'All articles'}>
                    {group ? (
                      <div>
                        <h2>{breakdown === 'author' ? <a href={session.href({ author: slug })}>{group}</a> : group}</h2>
                        <Standing items={items} />
                        {only || IS_SERVER ? null : (
                          <small class="row">
                            <a href={session.href({ by: breakdown, is: slug })} aria-label={`All articles: ${group}`}>
                              All articles
                            </a>
                            <ShareButton view={viewOf({ slug, group })} part={group} />
                          </small>
                        )}
                      </div>
                    ) : null}
                    {group ? (
                      <div>
                        <Items items={items} href={session.href} isMoving={isMoving} isPlaced={isPlaced} />
                      </div>
                    ) : (
                      <ItemList
                        items={items}
                        none=""
                        isRanked
                        href={session.href}
                        isMoving={isMoving}
                        {...('from' in window
                          ? {}
                          : {
                              drawn: { days: CHART_DAYS, riskManagement: query.riskManagement },
                              beside: ({ title }, days) => <Sparkline days={days} name={title ?? ''} />,
                            })}
                      />
                    )}
                  </section>
                ))}
                {breakdown === 'source-type' && !only && untyped > 0 ? (
                  <p class="hint">
                    {untyped} of the site’s first {HIGH_RANKS} articles {untyped === 1 ? 'has' : 'have'} no source type.
                  </p>
                ) : null}
                <p class="hint">
                  {isByStory ? 'Reports of one story are ranked together. ' : `${ALONE} `}
                  {isMoving ? `Movement against ${compared.words}.` : nothingBefore(compared.words)}
                </p>
              </div>
            </>
          );
        }}
      </Loaded>
    </>
  );
}

interface FindingProps extends Pick<InsightsSession, 'href'> {
  items: readonly PlacedArticle[];
  /** Earlier days, with which ranks are compared. */
  since: string;
}

/** Smallest move that a finding names. Smaller moves may be chance. */
const MIN_MOVE = 3;

/** Names the most read article, and how many of the first ten are new, or else the article that rose most. */
function Finding({ items, since, href }: FindingProps) {
  const [first] = items;
  const leading = items.slice(0, HIGH_RANKS);
  if (!first) return null;
  const link = (item: PlacedArticle) => <Quoted of={item} href={href} />;
  const movedOf = (item: PlacedArticle) => (item.previousRank ?? 0) - (items.indexOf(item) + 1);
  const [riser] = leading.toSorted((a, b) => movedOf(b) - movedOf(a));
  const fresh = leading.filter(({ previousRank }) => previousRank === null).length;
  return (
    <>
      <p class="answer">Most read: {link(first)}.</p>
      {hasBefore(items) ? (
        <p class="after-3">
          {fresh === 0 ? 'None' : fresh} of the first {leading.length} {fresh === 1 ? 'was' : 'were'} not read in{' '}
          {since}.{' '}
          {riser && movedOf(riser) >= MIN_MOVE ? (
            <>
              {link(riser)} rose most, up {movedOf(riser)}.
            </>
          ) : null}
        </p>
      ) : null}
    </>
  );
}

/** Groups that a finding names. */
const MAX_NAMED_GROUPS = 3;
/** A group is behind if none of its articles is among the first of the site. */
const HIGH_RANKS = 10;

const namesOf = (groups: readonly Group[]): string => {
  const more = groups.length - MAX_NAMED_GROUPS;
  const names = groups.slice(0, MAX_NAMED_GROUPS).map(({ group }) => group);
  return new Intl.ListFormat('en').format(more > 0 ? [...names, more === 1 ? 'one more' : `${more} more`] : names);
};

/** Names the most read article of each group of readers. */
function ReadersFinding({ groups, href }: { groups: readonly Group[] } & Pick<InsightsSession, 'href'>) {
  const led = Map.groupBy(groups, ({ items }) => items[0]?.contentId);
  return (
    <p class="answer">
      Most read:{' '}
      {[...led.values()].map((own, i) => {
        const [first] = own[0]?.items ?? [];
        return first ? (
          <span key={first.contentId}>
            {i > 0 ? '; ' : ''}
            <Quoted of={first} href={href} /> ({namesOf(own)})
          </span>
        ) : null;
      })}
      .
    </p>
  );
}

/** Names the group with most of the site's first articles, and the groups with none of them. */
function GroupFinding({ groups }: { groups: readonly Group[] }) {
  const countOf = ({ items }: Group, ranks: number) =>
    items.filter(({ siteRank }) => siteRank && siteRank <= ranks).length;
  const [first] = groups.toSorted((a, b) => countOf(b, TOP_RANKS) - countOf(a, TOP_RANKS));
  const count = first ? countOf(first, TOP_RANKS) : 0;
  const behind = groups.filter((group) => countOf(group, HIGH_RANKS) === 0);
  if (!first || count === 0) return null;
  return (
    <p class="answer">
      {first.group}: {count} of the site’s {TOP_RANKS} most read articles.
      {behind.length > 0 ? ` ${namesOf(behind)}: none of the first ${HIGH_RANKS}.` : ''}
    </p>
  );
}

function Standing({ items }: Pick<Group, 'items'>) {
  const ranks = items.flatMap(({ siteRank }) => siteRank ?? []).toSorted((a, b) => a - b);
  return (
    <p class="standing">
      <i aria-hidden="true">1</i>
      <span aria-hidden="true">
        {ranks.map((rank) => (
          <i key={rank} style={{ left: `${((rank - 1) / (RANKS - 1)) * 100}%` }} />
        ))}
      </span>
      <i aria-hidden="true">{RANKS}</i>
    </p>
  );
}

async function load(
  query: Record<string, string | number | boolean>,
  only: string,
  signal: AbortSignal,
): Promise<PopularGroups> {
  type PopularResponse = { items: PlacedArticle[] } | { groups: Group[] };
  const ask = (query: Record<string, string | number | boolean>) =>
    request<PopularResponse>('/api/v2/insights/popular-content/', { query, signal });
  const { breakdown, ...flat } = query;
  // Ranges have no placements.
  const places = flat.period ? { placement: true } : {};
  const [answer, site] = await Promise.all([
    ask(query),
    breakdown ? ask({ ...flat, ...places, limit: RANKS }) : { items: [] },
  ]);
  if ('items' in answer) return { groups: [{ group: '', slug: '', items: answer.items }], untyped: 0 };
  const ranked = 'items' in site ? site.items : [];
  const ranks = new Map(ranked.map(({ contentId, placement }, i) => [contentId, { siteRank: i + 1, placement }]));
  const groups = answer.groups
    .filter(({ slug }) => !only || slug === only)
    .map(({ items, ...group }) => ({
      ...group,
      items: items.map((item) => ({ ...item, siteRank: null, ...ranks.get(item.contentId) })),
    }));
  const leading = ranked.slice(0, HIGH_RANKS);
  return {
    groups,
    untyped: leading.filter(({ organisationType, client }) => !organisationType && client !== THIRD_PARTY_CLIENT)
      .length,
  };
}

const COLUMNS = [...TABLE_COLUMNS, 'previousRank'] as const;

function tableOfItems(groups: Group[], breakdown: string) {
  const rows = groups.flatMap(({ items, ...group }) => withRanks(items).map((item) => ({ ...item, ...group })));
  type GroupRow = (typeof rows)[number];
  if (!breakdown) return { name: 'popular', rows: tableOf<GroupRow>([...COLUMNS, ...PULL_COLUMNS], rows) };
  const columns: Columns<GroupRow> = ['group', ['groupSlug', ({ slug }) => slug], ...COLUMNS, 'siteRank'];
  return { name: `popular-by-${breakdown}`, rows: tableOf(columns, rows) };
}
