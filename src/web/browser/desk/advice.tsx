import type { Child } from 'hono/jsx/dom';
import { languageAttributes } from '../../../delivery/language-attributes.ts';
import { headline } from '../../../rankings/math/figures/cause.ts';
import { normalInWords } from '../insights/stories/rank-words.ts';
import type { Earning, Standing } from '../insights/stories/verdict.ts';
import { insightsHref, SLOW_POLL_MS } from '../insights/view.ts';
import { announceToReaders } from '../lib/page.ts';
import { useQuery } from '../lib/query.ts';
import { request, type Schemas } from '../lib/request.ts';
import { Button } from '../ui/actions.tsx';
import { loadAlternatives } from './alternatives.ts';
import { type DeskAdvice, followAdvice, selectionAdvice } from './selection-advice.ts';
import type { DeskArticle } from './use-day.ts';

export const useAlternatives = () =>
  useQuery('alternatives', (signal) => loadAlternatives(signal), { interval: 6 * SLOW_POLL_MS });

const Title = ({ of }: { of: Earning }) => (
  <a href={insightsHref({ content: String(of.contentId) })} {...languageAttributes(headline(of))}>
    {headline(of)}
  </a>
);

const NamedArticle = ({ of: { item, number } }: { of: Standing }) => (
  <>
    {number ? `No. ${number}, ` : ''}“<Title of={item} />”{number ? ',' : ' isn’t selected and'}
  </>
);

/** Describes the advice in one sentence for each article. Renders `none` if there is no advice. */
export function AdviceText({ of: { wasted, better, missed }, none }: { of: DeskAdvice; none: Child }) {
  if (missed)
    return (
      <>
        “<Title of={missed} />” is gaining readers but is not among your recommendations.
      </>
    );
  if (!wasted && !better) return <>{none}</>;
  return (
    <>
      {wasted ? (
        <>
          <NamedArticle of={wasted} /> underperforms with {normalInWords(wasted.placement)}.{' '}
        </>
      ) : null}
      {better ? (
        <>
          <NamedArticle of={better} /> gets {normalInWords(better.placement)}.
        </>
      ) : null}
    </>
  );
}

interface AdviceLineProps {
  articles: DeskArticle[];
  alternatives: Awaited<ReturnType<typeof loadAlternatives>> | null;
  /** Whether the selection is for today, so that articles that gain readers now matter. */
  isToday: boolean;
  edit: (articles: DeskArticle[]) => void;
}

export function AdviceLine({ articles, alternatives, isToday, edit }: AdviceLineProps): Child {
  const { underplayed = [], rising = [] } = alternatives ?? {};
  const advice = selectionAdvice(articles, underplayed, isToday ? rising : []);
  const { wasted, better, missed } = advice;
  if (articles.length === 0 && !missed) return null;
  const suggested = missed ?? better?.item;
  const apply = async () => {
    if (!suggested) return;
    const own = articles.find(({ contentId }) => contentId === suggested.contentId);
    edit(followAdvice(articles, advice, own ?? (await loadArticle(suggested))));
    announceToReaders('The list has changed. Nothing is published yet.');
  };
  const act = missed ? 'Add' : wasted ? (better?.number ? 'Swap' : 'Swap in') : 'Move to the top';
  return (
    <div class="advice">
      <p class="answer">
        <AdviceText
          of={advice}
          none={
            advice.isKnown
              ? 'Every position is performing normally.'
              : 'Too few readers have seen these articles to compare their positions.'
          }
        />
      </p>{' '}
      {suggested ? <Button text={act} look={articles.length > 0 ? 'primary' : undefined} press={apply} /> : null}
    </div>
  );
}

async function loadArticle({ contentId, placement }: Earning): Promise<DeskArticle> {
  const article = await request<Schemas['ManagedArticle']>(`/manage/articles/${contentId}`, {});
  const { title, introduction, url, source, contentType, publishedAt, paywalled, image, language } = article;
  return {
    contentId,
    title,
    introduction,
    url,
    source: source.name,
    contentType,
    publishedAt,
    paywalled,
    image: image?.url ?? null,
    language,
    placement: (placement ?? null) as DeskArticle['placement'],
    topics: article.topics.map((id, i) => ({ id, name: article.topicNames[i] ?? '' })),
  };
}
