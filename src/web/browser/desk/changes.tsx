import type { Child } from 'hono/jsx/dom';
import { languageAttributes } from '../../../delivery/language-attributes.ts';
import { useData } from '../lib/query.ts';
import { dateTimeOf, minuteOf, timeZone, today } from '../lib/time.ts';
import { listChanges } from './article-order.ts';
import type { EditedDay } from './use-day.ts';

interface TitledArticle {
  contentId: number;
  title: string;
}

interface Props {
  day: EditedDay;
  date: string;
}

/** Shows what the unpublished list changes, and what the last publication changed and who made it. */
export function SelectionChanges({ day, date }: Props): Child {
  const { stored, articles, isChanged } = day;
  const version = stored?.version ?? 0;
  const query = { kind: 'recommended', ref: date, limit: 1 };
  const { entries: [last] = [], titles = {} } =
    useData('/manage/audit', { query, version: String(version), paused: version === 0 }).value ?? {};
  if (!stored || version === 0) return null;
  const listOf = (state: Record<string, unknown> | null | undefined): TitledArticle[] =>
    ((state?.articles ?? []) as number[]).map((id) => ({ contentId: id, title: titles[id] ?? `Article ${id}` }));
  return (
    <details class="selection-changes">
      <summary>What changed</summary>
      {last?.action === 'update' || last?.action === 'create' ? (
        <Changes
          title={`In the last publication (version ${version}, ${timeInWords(last.at)}, by ${last.actor})`}
          before={listOf(last.before)}
          after={listOf(last.after)}
        />
      ) : null}
      {isChanged ? (
        <Changes title="Since then, by you, not published yet" before={stored.articles} after={articles} />
      ) : (
        <p class="hint">Nothing has changed since the last publication.</p>
      )}
    </details>
  );
}

/** Formats a time of today as the time of day, and another time with its date. */
function timeInWords(time: string): string {
  const at = Date.parse(time);
  return today(at, timeZone()) === today(Date.now(), timeZone()) ? minuteOf(at) : dateTimeOf(at);
}

function Changes({ title, before, after }: { title: string; before: TitledArticle[]; after: TitledArticle[] }) {
  const changes = listChanges(before, after);
  return (
    <>
      <h3>{title}</h3>
      <ul class="plain-list">
        {changes.map(({ article, from, to }) => (
          <li key={article.contentId}>
            <b>{from === null ? `Added at ${to}` : to === null ? 'Removed' : `Moved ${from} → ${to}`}</b>{' '}
            <span {...languageAttributes(article.title)}>{article.title}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
