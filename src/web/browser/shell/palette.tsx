import { render, useEffect, useId, useRef, useState } from 'hono/jsx/dom';
import { searchNames } from '../../../search/search-names.ts';
import { searchManual } from '../docs/manual-search.ts';
import { hasWords } from '../docs/search-documents.ts';
import { useDebounced } from '../lib/page.ts';
import { useData, useQuery } from '../lib/query.ts';
import { may, type Right, useSession } from '../lib/request.ts';
import { openDialog } from '../ui/actions.tsx';
import { areLoaded } from '../ui/parts.tsx';
import VIEWS from './views.generated.ts';

interface Destination {
  id: string;
  name: string;
  kind: string;
  /** Other words under which the destination is found. */
  words?: string;
}

const PAGES: readonly (Destination & { needs?: Right })[] = VIEWS;
const MAX_RESULTS = 9;
/** Results of a search that is a page of its own. */
const MAX_PAGES = 12;
const MAX_RECORDS = 6;
const MAX_SECTIONS = 3;
const MIN_CHARACTERS = 2;

let isOpen = false;

export function openPalette(): void {
  if (isOpen) return;
  isOpen = true;
  openDialog((close) => (
    <PaletteDialog
      close={() => {
        isOpen = false;
        close();
      }}
    />
  ));
}

/** Shows the search inside an element, for pages without content of their own. */
export const mountPalette = (host: HTMLElement): void => render(<Palette />, host);

function PaletteDialog({ close }: { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the Escape key closes the dialog
    <dialog
      ref={dialog}
      class="palette"
      aria-label="Search"
      onClose={close}
      onClick={({ target }: MouseEvent) => target === dialog.current && dialog.current?.close()}
    >
      <Palette close={() => dialog.current?.close()} />
    </dialog>
  );
}

function Palette({ close }: { close?: () => void }) {
  const { session } = useSession();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const topics = useTopics(may(session, 'embed'));
  const field = useRef<HTMLInputElement>(null);
  const list = useId();
  const places = [...PAGES.filter(({ needs }) => !session || !needs || may(session, needs)), ...topics];
  // Without a text, only whole pages are listed.
  const named = searchNames(text.trim() ? places : places.filter(({ id }) => !/[?#]/.test(id)), text);
  const described = places.filter(({ words = '' }) => text.trim() !== '' && hasWords(words, text));
  const pages = [...new Set([...named, ...described])].slice(0, close || text.trim() ? MAX_RESULTS : MAX_PAGES);
  const sections = useSections(text);
  const { records, isSearching } = useRecords(text, may(session, 'edit'));
  const others = [...records, ...(sections ?? [])];
  const found = [...pages.slice(0, others.length > 0 ? MAX_RESULTS - MAX_RECORDS : pages.length), ...others];
  const go = (to: Destination | undefined) => {
    if (!to) return;
    close?.();
    location.assign(to.id);
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
        autofocus={close !== undefined}
        type="search"
        role="combobox"
        aria-label="Search pages, topics, articles, sources, companies and the manual"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={found[active] ? `${list}-${active}` : undefined}
        placeholder="A page, topic, article, source or company"
        autocomplete="off"
        onInput={() => {
          setText(field.current?.value ?? '');
          setActive(0);
        }}
        onKeyDown={press}
      />
      <div id={list} class="before-2" role="listbox" aria-label="Results" tabindex={-1}>
        {found.map((to, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field
          <div
            key={to.id}
            id={`${list}-${i}`}
            role="option"
            class="row between"
            aria-selected={i === active}
            onClick={() => go(to)}
            onMouseMove={() => setActive(i)}
          >
            {to.kind === 'Page' ? <PageName of={to.name} /> : to.name} {text.trim() ? <small>{to.kind}</small> : null}
          </div>
        ))}
      </div>
      {found.length === 0 ? (
        <p class="hint before-2">{isSearching || sections === null ? 'Searching…' : 'Nothing found'}</p>
      ) : null}
    </>
  );
}

/** Name of a page, such as “Content: articles”, with its explanation in grey. */
function PageName({ of }: { of: string }) {
  const [name, about] = of.split(/(?<=:) /);
  return (
    <span>
      <strong>{name}</strong>
      {about ? <small> {about}</small> : null}
    </span>
  );
}

/** Loads topics for the palette if there is a session. Without one, the palette still finds pages. */
function useTopics(isSignedIn: boolean): Destination[] {
  const query = { period: 'week', limit: 50 };
  const { value } = useData('/api/v2/topics/trending/', { query, paused: !isSignedIn });
  return (value?.topics ?? []).map(({ id, name }) => ({ id: `/insights?topic=${id}`, name, kind: 'Topic' }));
}

const TYPING_PAUSE_MS = 200;

/** Finds sections of the manual. If its index cannot be loaded, the palette still finds everything else. */
function useSections(text: string): Destination[] | null {
  const search = useDebounced(text.trim(), TYPING_PAUSE_MS, '');
  const { value, error } = useQuery(`manual ${search}`, () => searchManual(search), {
    paused: search.length < MIN_CHARACTERS,
  });
  if (text.trim().length < MIN_CHARACTERS || error) return [];
  if (search !== text.trim() || value === null) return null;
  return value
    .slice(0, MAX_SECTIONS)
    .map(({ url, title, heading }) => ({ id: url, name: heading ? `${title}: ${heading}` : title, kind: 'Manual' }));
}

function useRecords(text: string, mayManage: boolean): { records: Destination[]; isSearching: boolean } {
  const search = useDebounced(text.trim(), TYPING_PAUSE_MS, '');
  const paused = !mayManage || search.length < MIN_CHARACTERS;
  const articles = useData('/manage/articles', { query: { search, limit: 3 }, paused });
  const sources = useData('/manage/sources', { query: { search, limit: 2 }, paused });
  const companies = useData('/manage/companies', { query: { search, limit: 2 }, paused });
  const isWaiting = search !== text.trim();
  const isSearching = mayManage && text.trim().length >= MIN_CHARACTERS && !areLoaded(articles, sources, companies);
  if (paused || isWaiting) return { records: [], isSearching: isSearching || (mayManage && isWaiting) };
  const at = (kind: string, id: string | number) => `/content?${new URLSearchParams({ kind, id: String(id) })}`;
  const records = [
    ...(sources.value?.sources ?? []).map(({ domain, name }) => ({ id: at('sources', domain), name, kind: 'Source' })),
    ...(companies.value?.companies ?? []).map(({ id, name }) => ({ id: at('companies', id), name, kind: 'Company' })),
    ...(articles.value?.articles ?? []).map(({ id, title }) => ({
      id: at('articles', id),
      name: title,
      kind: 'Article',
    })),
  ].slice(0, MAX_RECORDS);
  return { records, isSearching };
}
