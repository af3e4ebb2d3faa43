import { useState } from 'hono/jsx/dom';
import { Preview } from '../../desk/preview.tsx';
import { Sparkline } from '../../insights/charts/sparkline.tsx';
import { Ranks } from '../../insights/stories/items.tsx';
import { useData } from '../../lib/request/query.ts';
import type { DataOf, Schemas } from '../../lib/request/request.ts';
import { fromNow } from '../../lib/time.ts';
import { Section } from '../../ui/section.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { Row, StoredArticle } from '../collections.tsx';

/** Kinds of tags: as people call them, and as the rules do. */
const TAG_KINDS = {
  topics: ['Topic', 'topic'],
  companies: ['Company', 'company'],
  countries: ['Country', 'country'],
  geoGroups: ['Geo group', 'geoGroup'],
} as const;

type WhyTag = DataOf<'/manage/articles/{id}/tags'>['tags'][number];

/** Each tag with its origin, and the words that caused it. `version`: loads again when it changes. */
function Why({ id, version }: { id: number; version: string }) {
  const why = useData('/manage/articles/{id}/tags', { at: { id }, version });
  return (
    <Section id="why" title="Why it is tagged">
      <Loaded of={why} lines={4}>
        {({ tags }) =>
          tags.length === 0 ? (
            <p class="hint">It has no tags.</p>
          ) : (
            <Table class="broad why" head={['Tag', 'Collection', 'Origin', 'Words']}>
              {tags.map((tag) => (
                <tr key={`${tag.kind} ${tag.ref}`}>
                  <th scope="row">{tag.name}</th>
                  <td class="tight">{TAG_KINDS[tag.kind][0]}</td>
                  <td class="tight">
                    {tag.by === 'rule' ? (
                      <a href={`?kind=rules&id=${TAG_KINDS[tag.kind][1]}/${encodeURIComponent(String(tag.ref))}`}>
                        By a rule
                      </a>
                    ) : (
                      'By hand'
                    )}
                  </td>
                  <td>
                    {mentionsText(tag.places)}
                    {tag.chance === null ? null : <p class="hint">{signsText(tag)}</p>}
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Loaded>
    </Section>
  );
}

const mentionsText = (places: Schemas['Place'][]): string => {
  const words = [...new Set(places.map(({ text }) => `“${text}”`))];
  if (words.length === 0) return 'No word in the text explains it';
  const where = new Set(places.map(({ field }) => field));
  return `${words.slice(0, 3).join(', ')} in the ${[...where].map((field) => (field === 'title' ? 'headline' : 'introduction')).join(' and ')}`;
};

/** How sure a company is, and the signs that weigh most. */
export const signsText = ({ chance, signs }: Pick<WhyTag, 'chance' | 'signs'>): string =>
  `${Math.round((chance ?? 1) * 100)} % sure. ${signs
    .slice(0, 5)
    .map(({ sign, weight }) => `${sign} ${weight > 0 ? '+' : '−'}${Math.abs(weight).toFixed(1)}`)
    .join(', ')}`;

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
