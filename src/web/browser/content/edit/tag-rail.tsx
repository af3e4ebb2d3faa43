import { useData } from '../../lib/query.ts';
import { moment, timeZone } from '../../lib/time.ts';
import { Loaded, Section } from '../../ui/parts.tsx';

const LATEST_ARTICLES = 4;

interface Props {
  kind: 'topic' | 'company';
  id: string;
  name: string;
}

/** Newest articles of a topic or company, with links to its rule and its statistics. */
export function TagRail({ kind, id, name }: Props) {
  const filter: Record<string, string> = kind === 'topic' ? { topics: id } : { companies: id };
  const newest = useData('/manage/articles', { query: { ...filter, limit: LATEST_ARTICLES } });
  const isTopic = kind === 'topic';
  return (
    <Section id="newest" title="Newest articles" end={<a href={`?${new URLSearchParams(filter)}`}>All articles</a>}>
      <div class="newest">
        <Loaded of={newest} lines={LATEST_ARTICLES * 2}>
          {({ articles }) =>
            articles.length === 0 ? (
              <p class="hint">No articles yet.</p>
            ) : (
              <ul class="plain-list titles">
                {articles.map(({ id, title, source, publishedAt }) => (
                  <li key={id}>
                    <a href={`?id=${id}`} dir="auto">
                      {title}
                    </a>
                    <p class="hint">{`${source.name} · ${moment(publishedAt, timeZone())}`}</p>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
      <p class="row gap-4 before-3">
        {isTopic ? <a href={`/insights?topic=${id}`}>Rank, growth and readers</a> : null}
        <a href={`?${new URLSearchParams({ kind: 'rules', q: name })}`}>Rules</a>
      </p>
    </Section>
  );
}
