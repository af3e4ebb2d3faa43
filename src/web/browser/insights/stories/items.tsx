import { type Child, useRef } from 'hono/jsx/dom';
import { languageAttributes } from '../../../../delivery/language-attributes.ts';
import type { Columns } from '../../lib/csv.ts';
import { useData } from '../../lib/query.ts';
import type { DataOf, Schemas } from '../../lib/request.ts';
import { IS_SERVER } from '../../lib/request.ts';
import { typeName } from '../../lib/words.ts';
import { Empty, Outside, Thumbnail } from '../../ui/parts.tsx';
import type { HistoryDay, InsightsSession } from '../view.ts';
import { MovementMark, movementOf } from './movement-mark.tsx';
import { PlacementAxis, PlacementDot } from './placement-dot.tsx';
import { placeInWords, RANKS } from './rank-words.ts';

export type Item = Schemas['ContentItem'];
export type RankedItem = Schemas['RankedContentItem'];
export type Placement = Schemas['Placement'];

/** Article of any list. Some lists have its earlier rank, story, placement, rank on the site or publication date. */
export type ListedItem = Item &
  Partial<RankedItem> & {
    story?: Schemas['ReportedStory'] | undefined;
    placement?: Placement | undefined;
    siteRank?: number | null;
    published?: string | null;
  };

/** Converts an item of a feed to an article of a list. */
export const itemOf = ({
  id,
  url,
  title,
  date_published: published,
  _article,
}: Schemas['JsonFeed']['items'][number]) => ({
  contentId: Number(id),
  url,
  title,
  published,
  source: _article.source.name,
  contentType: _article.contentType,
  organisationType: _article.organisationType,
  client: _article.client,
});

interface ItemsProps extends Pick<InsightsSession, 'href'> {
  items: ListedItem[];
  isMoving?: boolean;
  /** Whether rows have their placement. */
  isPlaced?: boolean;
}

export const Items = ({ items, href, isMoving = false, isPlaced = false }: ItemsProps) =>
  items.length === 0 ? (
    <Empty title="No articles on this topic were read in this period" />
  ) : (
    <ol class="ranked items">
      {items.map((item, place) => (
        <li key={item.contentId}>
          <div>
            <ItemLink {...item} />{' '}
            <small class="about">
              {[item.source, typeName(item.contentType), item.siteRank === undefined ? item.organisationType : '']
                .filter(Boolean)
                .join(' · ')}
              <DetailsLink {...item} href={href} />
              <StoryLink {...item} href={href} />
            </small>
          </div>
          {item.siteRank === undefined ? null : <SiteRank of={item.siteRank} />}
          {isMoving ? <MovementMark movement={movementOf(place, item.previousRank ?? null)} /> : null}
          {isPlaced ? <PlacementDot of={item.placement} /> : null}
        </li>
      ))}
    </ol>
  );

/** Shows an article's rank on the site. */
const SiteRank = ({ of }: { of: number | null }) => (
  <small class="site-rank">
    {of ? `No. ${of}` : `after ${RANKS}`}
    <span class="quiet"> of the site</span>
  </small>
);
export const TOP_RANKS = 5;

/** Link to an article's page, after a dot. The no-break space prevents a line break before the dot. */
export const DetailsLink = ({
  contentId,
  title,
  href,
}: Pick<Item, 'contentId' | 'title'> & Pick<InsightsSession, 'href'>) =>
  IS_SERVER ? null : (
    <>
      {'\u00a0· '}
      <a
        class="more"
        href={href({ content: String(contentId), topic: '' })}
        aria-label={`Details of ${title ?? contentId}`}
      >
        Details
      </a>
    </>
  );

const StoryLink = ({ story, title, href }: ListedItem & Pick<InsightsSession, 'href'>) =>
  story && story.size > 1 ? (
    <>
      {' · '}
      <a
        class="more"
        href={href({ story: String(story.id), content: '', topic: '' })}
        aria-label={`${story.size} reports of ${title ?? 'this story'}`}
      >
        {story.size} reports
      </a>
    </>
  ) : null;

export const ItemLink = ({ url, title, contentId }: Item) =>
  url ? (
    <Outside href={url}>{title ?? url}</Outside>
  ) : (
    <span {...languageAttributes(title ?? '')}>{title ?? `Article ${contentId}`}</span>
  );

type ItemColumn = 'rank' | keyof Item;
export const TABLE_COLUMNS: ItemColumn[] = [
  'rank',
  'contentId',
  'title',
  'url',
  'source',
  'contentType',
  'organisationType',
  'client',
];

export const PULL_COLUMNS: Exclude<Columns<{ placement?: Placement | null | undefined }>[number], string>[] = [
  ['placement', ({ placement }) => placement?.index ?? null],
  ['placementLow', ({ placement }) => placement?.interval[0] ?? null],
  ['placementHigh', ({ placement }) => placement?.interval[1] ?? null],
  ['placementConfidence', ({ placement }) => placement?.confidence ?? null],
  ['placementFrom', ({ placement }) => placement?.positions.from ?? null],
  ['placementTo', ({ placement }) => placement?.positions.to ?? null],
];

export const withRanks = <I extends object>(items: readonly I[]) => items.map((item, i) => ({ ...item, rank: i + 1 }));

export type ArticleInsights = Schemas['ContentInsights'];

/** Minimum page width at which the column next to articles is visible. The style sheet hides it on narrower pages. */
const HAS_ROOM = '(width >= 40rem)';

type Pictures = DataOf<'/api/v2/insights/pictures/'>;

interface StoriesProps extends ItemsProps {
  /** Renders the column next to an article. `days` is `null` unless `drawn` is set. */
  beside?: ((item: ListedItem, days: HistoryDay[] | null) => Child) | undefined;
  drawn?: { days: number; riskManagement: boolean };
  more?: (item: ListedItem) => Child;
  /** Whether rows have their rank. */
  isRanked?: boolean;
  /** Whether rows name the positions at which readers saw the article. */
  hasPositions?: boolean;
  none: string;
}

/** Names the positions of an article, and further details of its list, such as its age. */
const detailsOf = (item: ListedItem, more: StoriesProps['more'], hasPositions: boolean): Child =>
  [
    hasPositions && item.placement && placeInWords(item.placement.positions).replaceAll(' ', '\u00a0'),
    more?.(item),
  ].map((detail) => (detail ? ['\u00a0· ', detail] : ''));

export function ItemList({
  items,
  none,
  href,
  isMoving = false,
  isRanked = false,
  hasPositions = true,
  beside,
  drawn,
  more,
}: StoriesProps) {
  const ids = items.map(({ contentId }) => contentId).toSorted((a, b) => a - b);
  const found = useData('/api/v2/insights/pictures/', {
    query: { ids, ...(drawn && (IS_SERVER || matchMedia(HAS_ROOM).matches) ? drawn : {}) },
    paused: ids.length === 0,
  });
  // Earlier charts stay in memory to avoid flicker when articles change positions.
  const known = useRef(new Map<number, Pictures['pictures'][number]>());
  const pictures = known.current ?? new Map();
  for (const picture of found.value?.pictures ?? []) pictures.set(picture.contentId, picture);
  if (items.length === 0) return <Empty title={none} />;
  const isPlaced = items.some(({ placement }) => placement);
  const list = (
    <ol class={`stories${beside ? ' drawn' : ''}${isPlaced ? ' placed' : ''}${isRanked ? ' numbered' : ''}`}>
      {items.map((item, place) => {
        const { image = null, icon = null, days = null } = pictures.get(item.contentId) ?? {};
        return (
          <li key={item.contentId}>
            <Thumbnail key={image ?? 'none'} image={image} initial={item.source?.charAt(0) ?? ''} />
            <div>
              <ItemLink {...item} />
              <small>
                {icon ? <img src={icon} alt="" width="16" height="16" loading="lazy" /> : null}
                {item.source}
                <DetailsLink {...item} href={href} />
                <StoryLink {...item} href={href} />
                {detailsOf(item, more, hasPositions)}
              </small>
            </div>
            {beside?.(item, days)}
            {isMoving ? <MovementMark movement={movementOf(place, item.previousRank ?? null)} /> : null}
            {isPlaced ? <PlacementDot of={item.placement} /> : null}
          </li>
        );
      })}
    </ol>
  );
  return isPlaced ? (
    <>
      <p class="placement-head">
        <span>Clicks for their position</span>
        <PlacementAxis />
      </p>
      {list}
    </>
  ) : (
    list
  );
}
