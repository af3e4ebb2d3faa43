import { type Child, useState } from 'hono/jsx/dom';
import { languageAttributes } from '../../../delivery/language-attributes.ts';
import { headline } from '../../../rankings/math/figures/cause.ts';
import { normalInWords } from '../insights/stories/article-words.ts';
import type { Earning, Standing } from '../insights/stories/verdict.ts';
import { insightsHref, SLOW_POLL_MS } from '../insights/view.ts';
import { announceToReaders } from '../lib/page.ts';
import { useQuery } from '../lib/query.ts';
import { request, type Schemas } from '../lib/request.ts';
import { Button } from '../ui/actions.tsx';
import { loadAlternatives } from './alternatives.ts';
import { PlacementMark } from './placement-mark.tsx';
import { type DeskAdvice, followAdvice, rankedAdvice, selectionAdvice } from './selection-advice.ts';
import type { DeskArticle } from './use-day.ts';

export const useAlternatives = () =>
  useQuery('alternatives', (signal) => loadAlternatives(signal), { interval: 6 * SLOW_POLL_MS });

const Title = ({ of, hint }: { of: Earning; hint?: string }) => (
  <a href={insightsHref({ content: String(of.contentId) })} title={hint} {...languageAttributes(headline(of))}>
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

interface AdvisedArticleProps {
  item: Earning;
  number?: number | undefined;
  /** Verdict for screen readers. Others see it by colour and order. */
  verdict?: string;
}

const AdvisedArticle = ({ item, number, verdict }: AdvisedArticleProps) => (
  <span class="advised">
    {verdict ? <span class="quiet">{verdict}: </span> : null}
    {number || verdict ? <span class="tight">{number ? `No. ${number}` : 'Not selected'}</span> : null}
    <Title of={item} hint={headline(item)} />
    <PlacementMark of={item.placement as DeskArticle['placement']} />
  </span>
);

/** Shows the two articles of an advice side by side, each with its clicks relative to its positions. */
const AdvisedPair = ({ of: { wasted, better, missed } }: { of: DeskAdvice }) => (
  <>
    {missed ? <AdvisedArticle item={missed} /> : null}
    {wasted ? <AdvisedArticle {...wasted} verdict="Underperforms" /> : null}
    {wasted && better ? <span aria-hidden="true">⇄</span> : null}
    {better ? <AdvisedArticle {...better} verdict="Performs better" /> : null}
  </>
);

interface AdviceLineProps {
  articles: DeskArticle[];
  alternatives: Awaited<ReturnType<typeof loadAlternatives>> | null;
  /** Whether the selection is for today, so that articles that gain readers now matter. */
  isToday: boolean;
  edit: (articles: DeskArticle[]) => void;
}

const keyOf = ({ wasted, better, missed }: DeskAdvice): string =>
  [wasted?.item, better?.item, missed].map((item) => item?.contentId).join();

export function AdviceLine({ articles, alternatives, isToday, edit }: AdviceLineProps): Child {
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const { underplayed = [], rising = [] } = alternatives ?? {};
  const others = isToday ? rising : [];
  const all = rankedAdvice(articles, underplayed, others);
  const [advice, ...more] = all.filter((one) => !skipped.includes(keyOf(one)));
  const suggested = advice?.missed ?? advice?.better?.item;
  if (articles.length === 0 && !all[0]?.missed) return null;
  const apply = async () => {
    if (!advice || !suggested) return;
    const own = articles.find(({ contentId }) => contentId === suggested.contentId);
    edit(followAdvice(articles, advice, own ?? (await loadArticle(suggested))));
    announceToReaders('The list has changed. Nothing is published yet.');
  };
  const skip = () => {
    if (advice) setSkipped([...skipped, keyOf(advice)]);
    announceToReaders(more.length > 0 ? `Skipped. ${more.length} more.` : 'Skipped. No more advice.');
  };
  return (
    <div class="card advice">
      <h2>
        {advice ? 'Suggestion' : 'Positions'} <small>{advice ? reasonOf(advice) : ''}</small>
      </h2>
      <p class="answer">
        {advice ? (
          <AdvisedPair of={advice} />
        ) : all.length > 0 ? (
          'You have skipped all advice.'
        ) : selectionAdvice(articles, underplayed, others).isKnown ? (
          'Every position is performing normally.'
        ) : (
          'Too few readers have seen these articles to compare their positions.'
        )}
      </p>
      {all.length > 0 ? (
        <div class="row">
          {advice && suggested ? (
            <Button text={actOf(advice)} look={articles.length > 0 ? 'primary' : undefined} press={apply} />
          ) : null}
          {advice ? <Button text="Skip" label="Skip this advice" press={skip} /> : null}
          {advice ? null : <Button text="Show it again" press={() => setSkipped([])} />}
          {more.length > 0 ? <span class="hint">{more.length} more</span> : null}
        </div>
      ) : null}
    </div>
  );
}

function actOf({ wasted, better, missed }: DeskAdvice): string {
  if (missed) return 'Add';
  if (!wasted) return 'Move to the top';
  return better?.number ? 'Swap' : 'Swap in';
}

function reasonOf({ wasted, better, missed }: DeskAdvice): string {
  if (missed) return 'gaining readers, but not selected';
  if (wasted && better)
    return `readers click ${better.number ? 'the lower article' : 'another article'} more than is normal for its position`;
  return wasted ? 'clicked less than is normal for its position' : 'clicked more than is normal for its position';
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
