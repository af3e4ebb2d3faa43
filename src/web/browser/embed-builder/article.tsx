import { useRef } from 'hono/jsx/dom';
import { searchNames } from '../../../search/search-names.ts';
import { useQuery } from '../lib/query.ts';
import { request, type Schemas } from '../lib/request.ts';
import { sentence } from '../lib/words.ts';
import { Combobox, type NameOption } from '../ui/form/names.tsx';

const MAX_NEWEST = 50;
const MAX_FOUND = 10;

const isId = (text: string): boolean => /^\d+$/.test(text);
const isReference = (text: string): boolean => isId(text) || /^https?:\/\/\S+$/.test(text);
const nameOfReference = (text: string): string => (isId(text) ? `Article ${text}` : text);

async function loadTitles(query: Record<string, string | number>, signal: AbortSignal): Promise<NameOption[]> {
  const { items } = await request<Schemas['JsonFeed']>('/api/v2/feed/', { query, signal });
  return items.map(({ id, title }) => ({ id, name: title ?? id }));
}

async function loadTitle(id: string, signal: AbortSignal): Promise<string | null> {
  const { title } = await request<Schemas['ContentInsights']>(`/api/v2/insights/content/${id}/`, { signal });
  return title;
}

interface ArticleFieldProps {
  value: string;
  change: (article: string) => void;
  fault: string | undefined;
}

/** Picker of the article to which others are related. It finds titles, and takes an id or an address as well. */
export function ArticleField({ value, change, fault }: ArticleFieldProps) {
  const known = useRef(new Map<string, string>());
  const newest = useRef<NameOption[] | null>(null);
  // The address of the page restores an id without its title.
  const restored = useQuery(`title ${value}`, (signal) => loadTitle(value, signal), {
    paused: !isId(value) || known.current?.has(value) === true,
  });
  const search = async (text: string, signal: AbortSignal) => {
    const typed = text.trim();
    if (isReference(typed)) return [{ id: typed, name: typed }];
    const [recent, matching] = await Promise.all([
      newest.current ?? loadTitles({ limit: MAX_NEWEST }, signal),
      typed ? loadTitles({ searchTerms: typed, limit: MAX_FOUND }, signal).catch(() => []) : [],
    ]);
    // Each further letter needs no new request for the same articles.
    newest.current = recent;
    const named = searchNames(recent, typed).slice(0, MAX_FOUND);
    const found = [...named, ...matching.filter(({ id }) => !named.some((option) => option.id === id))];
    for (const { id, name } of found) known.current?.set(id, name);
    return found;
  };
  return (
    <Combobox
      label="Related to"
      hint="Search by title, or paste an id or address. Leave empty if each of your pages shows an article: the snippet then finds it. On pages whose article newsgauge does not have, the frame stays empty"
      values={value ? [value] : []}
      nameOf={(id) => known.current?.get(id) ?? restored.value ?? nameOfReference(id)}
      search={search}
      change={(chosen) => change(chosen.at(-1) ?? '')}
      fault={fault && sentence(fault)}
      isSingle
      empty="The article of each page"
    />
  );
}
