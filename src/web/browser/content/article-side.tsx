import { useState } from 'hono/jsx/dom';
import { Preview } from '../desk/preview.tsx';
import { Sparkline } from '../insights/sparkline.tsx';
import { useQuery } from '../lib/query.ts';
import { type DataOf, request } from '../lib/request.ts';
import { Empty, Loaded } from '../ui/states.tsx';
import type { Row } from './api.ts';
import type { StoredArticle } from './types.ts';
import { Why } from './why.tsx';

/** What is known of an article beside its form: why its tags are there, how it looks, how it is read. */
export const ArticleSide = ({ row }: { row: Row }) => {
  const article = row as unknown as StoredArticle;
  return (
    <div class="aside">
      <Why id={article.id} version={article.modifiedAt + JSON.stringify(article.byRules)} />
      <Reading id={article.id} />
      <Rendered article={article} />
    </div>
  );
};

/** As readers get it, in each format. */
function Rendered({ article }: { article: StoredArticle }) {
  const [output, choose] = useState('html');
  const date = article.publishedAt.slice(0, 10);
  const articles = [{ contentId: article.id }] as Parameters<typeof Preview>[0]['articles'];
  return <Preview {...{ date, articles, output, choose }} />;
}

type History = DataOf<'/api/v2/insights/content/{id}/history/'>;

function Reading({ id }: { id: number }) {
  const history = useQuery(
    (signal) => request<History>(`/api/v2/insights/content/${id}/history/`, { query: { days: 28 }, signal }),
    { queryKey: `history ${id}`, interval: null },
  );
  return (
    <section aria-labelledby="reading">
      <div class="list-head">
        <h2 id="reading">Readers, last 28 days</h2>
        <a class="end" href={`/insights?content=${id}`}>
          More in Insights
        </a>
      </div>
      <Loaded of={history} lines={3}>
        {({ days }) =>
          days.some(({ index }) => index) ? (
            <div class="reading">
              <Sparkline days={days} name="Readers" />
            </div>
          ) : (
            <Empty title="Too few readers so far">A history is shown once enough people have read it.</Empty>
          )
        }
      </Loaded>
    </section>
  );
}
