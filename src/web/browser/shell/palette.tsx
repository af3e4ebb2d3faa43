import { render, useEffect, useRef, useState } from 'hono/jsx/dom';
import { searchNames } from '../../shells/embed-search.ts';
import { request } from '../lib/request/request.ts';
import { useSession } from '../lib/request/session.ts';

interface Destination {
  id: string;
  name: string;
  /** What kind of place it is. */
  kind: string;
}

const PAGES: Destination[] = [
  { id: '/insights', name: 'Insights: what is rising', kind: 'Page' },
  { id: '/insights?view=trending', name: 'Insights: trending topics', kind: 'Page' },
  { id: '/insights?view=growth', name: 'Insights: growth of topics', kind: 'Page' },
  { id: '/insights?view=popular', name: 'Insights: popular content', kind: 'Page' },
  { id: '/insights?view=compare', name: 'Insights: compare topics or weeks', kind: 'Page' },
  { id: '/insights/today', name: 'Today: a minute’s read', kind: 'Page' },
  { id: '/insights/week', name: 'The week: what rose and fell', kind: 'Page' },
  { id: '/content', name: 'Content: articles', kind: 'Page' },
  { id: '/content?kind=sources', name: 'Content: sources', kind: 'Page' },
  { id: '/content?kind=topics', name: 'Content: topics', kind: 'Page' },
  { id: '/content?kind=companies', name: 'Content: companies', kind: 'Page' },
  { id: '/content?kind=geo-groups', name: 'Content: geo groups', kind: 'Page' },
  { id: '/content?kind=rules', name: 'Content: rules', kind: 'Page' },
  { id: '/content?kind=import', name: 'Content: import a file', kind: 'Page' },
  { id: '/content?kind=history', name: 'Content: history of changes', kind: 'Page' },
  { id: '/content?id=new', name: 'New article', kind: 'Action' },
  { id: '/content?kind=topics&id=new', name: 'New topic', kind: 'Action' },
  { id: '/content?kind=sources&id=new', name: 'New source', kind: 'Action' },
  { id: '/desk', name: 'Desk: recommended articles', kind: 'Page' },
  { id: '/embed', name: 'Embed a feed', kind: 'Page' },
  { id: '/operate', name: 'Operate: status of the service', kind: 'Page' },
  { id: '/keys', name: 'Keys', kind: 'Page' },
  { id: '/keys#shares', name: 'Shared views', kind: 'Page' },
  { id: '/docs', name: 'API reference', kind: 'Page' },
  { id: '/', name: 'Home', kind: 'Page' },
];
const MOST = 9;
/** Of what is searched for by the service. */
const MOST_THINGS = 6;
/** Letters from which on it is. */
const LETTERS = 2;

let dialog: HTMLDialogElement | null = null;

/** Opens the search over everything one can go to. */
export function openPalette(): void {
  if (dialog?.open) return;
  dialog = Object.assign(document.createElement('dialog'), { className: 'palette' });
  dialog.setAttribute('aria-label', 'Search');
  document.body.append(dialog);
  const opened = dialog;
  opened.addEventListener('close', () => opened.remove());
  opened.addEventListener('click', ({ target }) => {
    if (target === opened) opened.close();
  });
  render(<Palette close={() => opened.close()} />, opened);
  opened.showModal();
  opened.querySelector('input')?.focus();
}

function Palette({ close }: { close: () => void }) {
  const { session } = useSession();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const topics = useTopics(Boolean(session));
  const field = useRef<HTMLInputElement>(null);
  const places = searchNames([...PAGES, ...topics], text).slice(0, MOST);
  const things = useThings(text, session?.kind === 'operator');
  const found = [...places.slice(0, things.length > 0 ? MOST - MOST_THINGS : MOST), ...things];
  const go = (place: Destination | undefined) => {
    if (!place) return;
    close();
    location.assign(place.id);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length > 0) {
      event.preventDefault();
      setActive((active + step + found.length) % found.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      go(found[active]);
    }
  };
  return (
    <>
      <input
        ref={field}
        type="search"
        role="combobox"
        aria-label="Search pages, topics, articles, sources and companies"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found[active] ? `palette-${active}` : undefined}
        placeholder="A page, topic, article, source or company"
        autocomplete="off"
        onInput={() => {
          setText(field.current?.value ?? '');
          setActive(0);
        }}
        onKeyDown={press}
      />
      <div id="palette-list" role="listbox" aria-label="Results" tabindex={-1}>
        {found.map((place, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field
          <div
            key={place.id}
            id={`palette-${i}`}
            role="option"
            aria-selected={i === active}
            onClick={() => go(place)}
            onMouseMove={() => setActive(i)}
          >
            {place.name} <small>{place.kind}</small>
          </div>
        ))}
      </div>
      {found.length === 0 ? <p class="hint">Nothing found</p> : null}
    </>
  );
}

interface Topics {
  topics: { id: number; name: string }[];
}

/** All topics, where there is a right to read them. Without them the pages are still found. */
function useTopics(isSignedIn: boolean): Destination[] {
  const [topics, setTopics] = useState<Destination[]>([]);
  useEffect(() => {
    if (!isSignedIn) return;
    const query = { period: 'week', limit: 50 };
    request<Topics>('/api/v2/topics/trending/', { query })
      .then((answer) =>
        setTopics(answer.topics.map(({ id, name }) => ({ id: `/insights?topic=${id}`, name, kind: 'Topic' }))),
      )
      .catch(() => {});
  }, [isSignedIn]);
  return topics;
}

interface Found {
  articles: { id: number; title: string }[];
  sources: { domain: string; name: string }[];
  companies: { id: number; name: string }[];
}

/** Milliseconds after the last letter. */
const TYPING = 200;

/** Articles, sources and companies with these words, for those who may manage them. */
function useThings(text: string, mayManage: boolean): Destination[] {
  const [found, setFound] = useState<{ text: string; places: Destination[] }>({ text: '', places: [] });
  const search = text.trim();
  useEffect(() => {
    if (!mayManage || search.length < LETTERS) return;
    const abort = new AbortController();
    const ask = <K extends keyof Found>(kind: K, limit: number): Promise<Found[K]> =>
      request<Found>(`/manage/${kind}`, { query: { search, limit }, signal: abort.signal }).then(
        (answer) => answer[kind],
        () => [] as unknown as Found[K],
      );
    const timer = setTimeout(async () => {
      const [articles, sources, companies] = await Promise.all([
        ask('articles', 3),
        ask('sources', 2),
        ask('companies', 2),
      ]);
      if (abort.signal.aborted) return;
      const at = (kind: string, id: string | number) => `/content?${new URLSearchParams({ kind, id: String(id) })}`;
      const places = [
        ...sources.map(({ domain, name }) => ({ id: at('sources', domain), name, kind: 'Source' })),
        ...companies.map(({ id, name }) => ({ id: at('companies', id), name, kind: 'Company' })),
        ...articles.map(({ id, title }) => ({ id: at('articles', id), name: title, kind: 'Article' })),
      ];
      setFound({ text: search, places: places.slice(0, MOST_THINGS) });
    }, TYPING);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [search, mayManage]);
  return found.text === search ? found.places : [];
}
