import { useState } from 'hono/jsx/dom';
import { Preview } from '../../desk/preview.tsx';
import { Sparkline } from '../../insights/charts/sparkline.tsx';
import { Ranks } from '../../insights/stories/items.tsx';
import { useData } from '../../lib/request/query.ts';
import { fromNow } from '../../lib/time.ts';
import { Section } from '../../ui/section.tsx';
import { Loaded } from '../../ui/states.tsx';
import type { Row, StoredArticle } from '../collections.tsx';
import { Why } from './why.tsx';

/** What is known of an article beside its form: why its tags are there, how it looks, how it is read. */
export const ArticleSide = ({ row }: { row: Row }) => {
  const article = row as unknown as StoredArticle;
  return (
    <div class="stack sections aside">
      {article.fromPage ? <FromPage {...article.fromPage} /> : null}
      <Why id={article.id} version={article.modifiedAt + JSON.stringify(article.byRules)} />
      {Date.parse(article.publishedAt) > Date.now() ? null : <Reading id={article.id} />}
      <Rendered article={article} />
    </div>
  );
};

/** What its feed has left out, and its page has said. */
const FromPage = ({ at, fields }: NonNullable<StoredArticle['fromPage']>) => (
  <Section id="from-page" title="From its page">
    <p class="hint">{`newsgauge read its page ${fromNow(at)}, and filled in what its feed had left out: ${fields.join(', ')}.`}</p>
  </Section>
);

/** As readers get it, in each format. */
function Rendered({ article }: { article: StoredArticle }) {
  const [output, choose] = useState('html');
  const date = article.publishedAt.slice(0, 10);
  const articles = [{ contentId: article.id }] as Parameters<typeof Preview>[0]['articles'];
  return <Preview date={date} articles={articles} output={output} choose={choose} />;
}

/** How many read it day by day, and where it ranks. */
function Reading({ id }: { id: number }) {
  const about = useData('/api/v2/insights/content/{id}/', { at: { id }, query: { days: 28 } });
  return (
    <Section id="reading" title="Readers, last 28 days" end={<a href={`/insights?content=${id}`}>More in Insights</a>}>
      <Loaded of={about} lines={6}>
        {({ days, ...places }) => (
          <div class="stack gap-4">
            {days.filter(({ index }) => index !== null).length > 1 ? (
              <Sparkline days={days} name="Readers" />
            ) : (
              <p class="hint">There is a chart once enough people have read it on two days.</p>
            )}
            <Ranks {...places} />
          </div>
        )}
      </Loaded>
    </Section>
  );
}
