import { useState } from 'hono/jsx/dom';
import { DeskPreview } from '../../desk/preview.tsx';
import { fromNow, timeZone, today } from '../../lib/time.ts';
import type { Values } from '../../ui/form/values.ts';
import { Section } from '../../ui/parts.tsx';
import type { ApiRecord, ManagedArticle } from '../collections.tsx';
import { StorySide } from '../story.tsx';
import { ArticleRail } from './article-rail.tsx';

/** Parts next to and below the form of an article. Other forms do not load their scripts. */
export const ARTICLE_PARTS = {
  aside: (row: ApiRecord) => <ArticleSide row={row} />,
  rail: (row: ApiRecord | null, { imageUrl, title }: Values) => (
    <ArticleRail row={row} image={String(imageUrl ?? '')} title={String(title ?? '')}>
      {row ? <Rendered article={row as unknown as ManagedArticle} /> : null}
    </ArticleRail>
  ),
};

const ArticleSide = ({ row }: { row: ApiRecord }) => {
  const article = row as unknown as ManagedArticle;
  return (
    <div class="stack gap-4 aside">
      {article.fromPage ? (
        <Section id="from-page" title="From its page">
          <p class="hint">{`newsgauge read the article’s page ${fromNow(article.fromPage.at)} and filled in fields that the feed had left out: ${article.fromPage.fields.join(', ')}.`}</p>
        </Section>
      ) : null}
      <StorySide id={article.id} />
    </div>
  );
};

function Rendered({ article }: { article: ManagedArticle }) {
  const [output, choose] = useState('html');
  const date = today(Date.parse(article.publishedAt), timeZone());
  const articles = [{ contentId: article.id }] as Parameters<typeof DeskPreview>[0]['articles'];
  return <DeskPreview date={date} articles={articles} output={output} choose={choose} />;
}
