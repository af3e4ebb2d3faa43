import { tableOf } from '../lib/csv.ts';
import { useQuery } from '../lib/query.ts';
import { type DataOf, queryString, request, type Schemas } from '../lib/request.ts';
import { dateOf } from '../lib/time.ts';
import { Empty, Loaded, Outside, Section } from '../ui/parts.tsx';
import { ViewBar, windowInWords } from './bar/bar.tsx';
import { datesOf } from './bar/calendar.ts';
import { Follow } from './bar/follow.tsx';
import { ITEM_COLUMNS, Items, ranked } from './stories/items.tsx';
import type { Session } from './view.ts';

const MOST = 10;
const NEWEST = 10;

type Popular = Extract<DataOf<'/api/v2/insights/popular-content/'>, { from: string; items: unknown }>;

/** What an author of a source wrote: what of it is read, and what is new. */
export function AuthorPage({ id, session }: { id: string; session: Session }) {
  const window = datesOf('28d', { from: '', to: '' }, Date.now());
  const query = { ...window, author: id, limit: MOST, riskManagement: session.view.risk === '1' };
  const about = useQuery(query, async (signal) => {
    const [{ items }, newest] = await Promise.all([
      request<Popular>('/api/v2/insights/popular-content/', { query, signal }),
      request<Schemas['JsonFeed']>('/api/v2/feed/', { query: { includeAuthors: id, limit: NEWEST }, signal }),
    ]);
    const own = newest.items.flatMap(({ _article }) => _article.authors).find((author) => author.id === id);
    return { items, newest: newest.items, name: own?.name, source: newest.items[0]?._article.source.name };
  });
  return (
    <div class="stack gap-5 details">
      <div class="row tools">
        <div class="topic">
          <h2 dir="auto">{about.value?.name ?? id}</h2>
          <p>{about.value?.source ?? ' '}</p>
          {about.value?.name ? (
            <p class="row before-2">
              <Follow kind="author" of={id} name={about.value.name} />
            </p>
          ) : null}
        </div>
        <ViewBar
          of={about}
          session={session}
          window={window}
          table={about.value && { name: `author-${id}`, rows: tableOf(ITEM_COLUMNS, ranked(about.value.items)) }}
          share={`insights/popular-content/${queryString(query)}`}
        />
      </div>
      <Loaded of={about} lines={MOST}>
        {({ items, newest }) => (
          <>
            <Section id="author-items" title="Most read" note={windowInWords(window)} isInner>
              {items.length > 0 ? (
                <Items items={items} href={(part) => session.href({ ...part, author: '' })} />
              ) : (
                <Empty title="Nothing by this author has been read on these days yet" />
              )}
            </Section>
            <Section id="author-newest" title="Newest" isInner>
              {newest.length > 0 ? (
                <ul class="stack gap-2">
                  {newest.map(({ id: article, url, title, date_published: published, _article: { language } }) => (
                    <li key={article}>
                      <Outside href={url} language={language}>
                        {title}
                      </Outside>{' '}
                      <small>{dateOf(published)}</small>
                    </li>
                  ))}
                </ul>
              ) : (
                <Empty title="No article names this author">
                  An author is one of a source: the address of this page says both.
                </Empty>
              )}
            </Section>
          </>
        )}
      </Loaded>
    </div>
  );
}
