import { type Child, useState } from 'hono/jsx/dom';
import { DAY_MS } from '../../../../lib/time.ts';
import { DatedSparkline } from '../../insights/charts/sparkline.tsx';
import { describePlacement } from '../../insights/stories/article-words.ts';
import { RankTable } from '../../insights/stories/rank-table.tsx';
import { useDebounced } from '../../lib/page.ts';
import { useData } from '../../lib/query.ts';
import { timeZone, today } from '../../lib/time.ts';
import { Loaded, Section } from '../../ui/parts.tsx';
import type { ApiRecord, ManagedArticle } from '../collections.tsx';
import { signsText, type WhyTag } from '../detail-panel.tsx';
import { PinSection } from './pin.tsx';

const TAG_KINDS = {
  topics: ['Topic', 'topic'],
  companies: ['Company', 'company'],
  countries: ['Country', 'country'],
  geoGroups: ['Region', 'geoGroup'],
} as const;

const SETTLE_MS = 600;

interface Props {
  row: ApiRecord | null;
  /** URL of the image in the form. */
  image: string;
  title: string;
  children: Child;
}

/** Facts that help an editor of an article: its ranks, its preview, its picture, its tags and its placement. */
export function ArticleRail({ row, image, title, children }: Props) {
  const article = row as ManagedArticle | null;
  // Requests the picture only once its address has been typed.
  const shownImage = useDebounced(image, SETTLE_MS, null) ?? image;
  return (
    <>
      {article && Date.parse(article.publishedAt) <= Date.now() ? <Reading {...article} /> : null}
      {children}
      {article ? (
        <>
          <Why id={article.id} version={article.modifiedAt + JSON.stringify(article.byRules)} />
          <PinSection id={article.id} title={article.title} publishedAt={article.publishedAt} />
        </>
      ) : null}
      <Picture key={shownImage} url={shownImage} title={title} />
    </>
  );
}

function Picture({ url, title }: { url: string; title: string }) {
  const [isBroken, setBroken] = useState(false);
  if (url === '' || isBroken)
    return (
      <p class="no-picture hint" role={isBroken ? 'alert' : undefined}>
        {isBroken ? 'This picture cannot be loaded. Check its address.' : 'No picture'}
      </p>
    );
  return (
    <img class="large-picture" src={url} alt={title} referrerpolicy="no-referrer" onError={() => setBroken(true)} />
  );
}

function Why({ id, version }: { id: number; version: string }) {
  const why = useData('/manage/articles/{id}/tags', { at: { id }, version });
  return (
    <Section id="why" title="Why it is tagged">
      <Loaded of={why} what="the reasons for the tags" lines={4}>
        {({ tags }) =>
          tags.length === 0 ? (
            <p class="hint">This article has no tags.</p>
          ) : (
            <ul class="plain-list">
              {tags.map((tag) => (
                <li key={`${tag.kind} ${tag.ref}`}>
                  <b>{tag.name}</b>{' '}
                  <small>
                    {TAG_KINDS[tag.kind][0]},{' '}
                    {tag.by === 'rule' ? (
                      <a href={`?kind=rules&id=${TAG_KINDS[tag.kind][1]}/${encodeURIComponent(String(tag.ref))}`}>
                        by a rule
                      </a>
                    ) : (
                      'by an editor'
                    )}
                  </small>
                  <p class="hint">{mentionsText(tag)}</p>
                  {tag.chance === null ? null : <p class="hint">{signsText(tag)}</p>}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}

const mentionsText = ({ by, places }: WhyTag): string => {
  const words = [...new Set(places.map(({ text }) => `“${text}”`))];
  if (words.length === 0)
    return by === 'rule' ? 'No word in the text explains this tag' : 'The text does not mention it';
  const where = new Set(places.map(({ field }) => field));
  return `${by === 'rule' ? '' : 'The text also has '}${words.slice(0, 3).join(', ')} in the ${[...where].map((field) => (field === 'title' ? 'headline' : 'introduction')).join(' and ')}`;
};

/** Readers per day, from the day of publication. */
function Reading({ id, publishedAt }: Pick<ManagedArticle, 'id' | 'publishedAt'>) {
  const about = useData('/api/v2/insights/content/{id}/', { at: { id }, query: { days: 28 } });
  return (
    <Section
      id="reading"
      title={Date.parse(publishedAt) > Date.now() - 28 * DAY_MS ? 'Readers since publication' : 'Readers, last 28 days'}
      end={<a href={`/insights?content=${id}`}>Stats</a>}
    >
      <Loaded of={about} what="the readers" lines={6}>
        {({ days, placement, ...places }) => (
          <div class="stack gap-4">
            <RankTable {...places} />
            {days.filter(({ index }) => index !== null).length > 1 ? (
              <DatedSparkline
                days={days.filter(({ date }) => date >= today(Date.parse(publishedAt), timeZone()))}
                name="Readers"
              />
            ) : null}
            {placement ? <p class="hint">{`It ${describePlacement(placement)}.`}</p> : null}
          </div>
        )}
      </Loaded>
    </Section>
  );
}
