import { languageAttributes } from '../../../delivery/language-attributes.ts';
import { useTitle } from '../lib/page.ts';
import { useQuery } from '../lib/query.ts';
import { request, type Schemas } from '../lib/request.ts';
import { formatDuration, moment, timeZone } from '../lib/time.ts';
import { Empty, Loaded, Outside, Section } from '../ui/parts.tsx';
import { Follow } from './bar/follow.tsx';
import { DetailsLink, type Item } from './stories/items.tsx';
import type { InsightsSession } from './view.ts';

const MAX_REPORTS = 100;
const MAX_RANKS = 50;

type ItemWithStory = Pick<Item, 'contentId'> & { story?: Schemas['ReportedStory'] };

export function StoryPage({ id, session }: { id: string; session: InsightsSession }) {
  const about = useQuery(['story', id], (signal) => loadStory(id, signal));
  useTitle(about.value?.copies[0]?.title);
  return (
    <div class="stack gap-5 details">
      <Loaded of={about} what="the story" lines={12}>
        {({ copies, rank, topics }) => {
          const [first] = copies;
          if (!first)
            return <Empty title="There is no such story">Its articles may now be part of another story.</Empty>;
          return (
            <>
              <div class="topic">
                <h2 {...languageAttributes(first.title)}>{first.title}</h2>
                <p>
                  {copies.length === 1 ? 'One report' : `${copies.length} reports`}
                  {topics.map(({ id, name }) => (
                    <>
                      {' · '}
                      <a key={id} href={session.href({ topic: String(id), story: '' })}>
                        {name}
                      </a>
                    </>
                  ))}
                </p>
                <p class="row before-2">
                  <Follow kind="story" of={id} />
                </p>
              </div>
              <Section id="story-read" title="Rank" isInner>
                <p>
                  {rank ? (
                    <>
                      <b>{rank}.</b> of all stories, the last 7 days
                    </>
                  ) : (
                    'Not among the 50 most read stories of the last 7 days.'
                  )}
                </p>
              </Section>
              <Section id="story-reports" title="Timeline" note="First report first" isInner>
                <ol class="stack gap-4">
                  {copies.map((copy) => (
                    <li key={copy.contentId}>
                      <Outside href={copy.url} language={copy.language}>
                        {copy.title}
                      </Outside>
                      <p class="hint">
                        {[
                          copy === first ? moment(copy.publishedAt, timeZone()) : after(first, copy),
                          copy.source,
                          copy.rank ? `No. ${copy.rank} of all articles, the last 7 days` : '',
                        ]
                          .filter(Boolean)
                          .join(' · ')}{' '}
                        <DetailsLink {...copy} href={(part) => session.href({ ...part, story: '' })} />
                      </p>
                    </li>
                  ))}
                </ol>
              </Section>
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

const after = (first: { publishedAt: string }, { publishedAt }: { publishedAt: string }): string =>
  `${formatDuration((Date.parse(publishedAt) - Date.parse(first.publishedAt)) / 1000)} later`;

async function loadStory(id: string, signal: AbortSignal) {
  const popular = (stories: boolean) =>
    request<{ items: ItemWithStory[] }>('/api/v2/insights/popular-content/', {
      query: { period: '7d', limit: MAX_RANKS, stories },
      signal,
    });
  const [{ items }, together, alone] = await Promise.all([
    request<Schemas['JsonFeed']>('/api/v2/feed/', { query: { story: id, limit: MAX_REPORTS }, signal }),
    popular(true),
    popular(false),
  ]);
  const place = (found: number) => (found < 0 ? null : found + 1);
  const copies = items
    .map(({ id: article, title, url, date_published: publishedAt, _article: { source, language } }) => ({
      contentId: Number(article),
      title,
      url,
      publishedAt,
      source: source.name,
      language,
      rank: place(alone.items.findIndex(({ contentId }) => contentId === Number(article))),
    }))
    .toReversed();
  return {
    copies,
    topics: [...new Map(items.flatMap(({ _article }) => _article.topics).map((topic) => [topic.id, topic])).values()],
    rank: place(together.items.findIndex(({ story }) => story?.id === Number(id))),
  };
}
