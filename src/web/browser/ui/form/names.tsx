import { useEffect, useId, useRef, useState } from 'hono/jsx/dom';
import { type NamedChoice, nameFor, searchNames } from '../../../../search/search-names.ts';
import { announceToReaders } from '../../lib/page.ts';
import { useAsyncEffect, useData, useQuery } from '../../lib/query.ts';
import { type DataOf, haveNamesChanged, request } from '../../lib/request.ts';
import { Hint } from '../parts.tsx';

export type NameOption = NamedChoice<string>;

interface Box {
  label: string;
  values: string[];
  nameOf: (id: string) => string;
  /** Searches by name. If the text is empty, returns all options, or the first ones if there are many. */
  search: (text: string, signal: AbortSignal) => Promise<NameOption[]>;
  loaded?: number;
  change: (values: string[]) => void;
  hint?: string;
  fault?: string | undefined;
  /** Whether a new choice replaces the previous one. */
  isSingle?: boolean;
  /** Placeholder if nothing is chosen. */
  empty?: string;
}

const TYPING_PAUSE_MS = 150;
const CLICK_MS = 300;
/** Height in pixels below which the list opens upwards. */
const MIN_ROOM_PX = 250;

/** Returns whether there is more room above a field than between it and sticky buttons below it. */
function hasMoreRoomAbove(field: HTMLElement): boolean {
  const { top, bottom } = field.getBoundingClientRect();
  const bar = document.querySelector('.form-foot')?.getBoundingClientRect();
  const room = (bar && bar.top > bottom ? Math.min(innerHeight, bar.top) : innerHeight) - bottom;
  return room < MIN_ROOM_PX && top > room;
}

/** Combobox with multiple selection (WAI-ARIA APG). Each selected name is a button that removes it. */
export function Combobox({
  label,
  values,
  nameOf,
  search,
  loaded,
  change,
  hint,
  fault,
  isSingle = false,
  empty = 'Any',
}: Box) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [found, setFound] = useState<NameOption[]>([]);
  const [foundFor, setFoundFor] = useState<string | null>(null);
  /** Option that was selected with the keyboard. If it is not in the list, the first option is active. */
  const [moved, setMoved] = useState<string | null>(null);
  const [isUp, setUp] = useState(false);
  /** Whether the list was closed a moment ago. A hint that appeared at once would move the button that was pressed. */
  const [isLeft, setLeft] = useState(false);
  /** Whether Enter was pressed before the response for the typed text. */
  const isAwaited = useRef(false);
  const latest = useRef({ values, change });
  latest.current = { values, change };
  // Until the response for this text arrives, the previous options are filtered, and none of them is active.
  const isCurrent = foundFor === text;
  const fitting = isCurrent ? found : searchNames(found, text);
  const options = fitting.filter((option) => !values.includes(option.id));
  const active = Math.max(
    options.findIndex((option) => option.id === moved),
    isCurrent ? 0 : -1,
  );

  useAsyncEffect(() => {
    const abort = new AbortController();
    if (!isOpen) return () => {};
    const timer = setTimeout(async () => {
      const answer = await search(text, abort.signal).catch(() => []);
      if (abort.signal.aborted) return;
      setFound(answer);
      setFoundFor(text);
      if (document.activeElement !== field.current) setOpen(false);
      const awaited = isAwaited.current ? nameFor(answer, text) : undefined;
      isAwaited.current = false;
      if (awaited) return choose(awaited);
      announceToReaders(answer.length === 0 ? 'Nothing found' : `${answer.length} to choose from`);
    }, TYPING_PAUSE_MS);
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [text, isOpen, loaded]);

  useEffect(() => {
    if (isOpen) return setLeft(false);
    const timer = setTimeout(() => setLeft(true), CLICK_MS);
    return () => clearTimeout(timer);
  }, [isOpen]);

  const move = (index: number) => setMoved(options[index]?.id ?? null);
  const open = () => {
    setUp(field.current !== null && hasMoreRoomAbove(field.current));
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    setMoved(null);
  };
  const clear = () => {
    close();
    setText('');
    if (field.current) field.current.value = '';
  };
  const choose = (option: NameOption | undefined) => {
    if (!option) return;
    clear();
    const { values: before, change: apply } = latest.current ?? { values, change };
    if (!before.includes(option.id)) apply([...before, option.id]);
    announceToReaders(`${option.name} chosen`);
  };
  const enter = () => {
    if (!isOpen) return open();
    isAwaited.current = !isCurrent && !options[active] && text.trim() !== '';
    choose(options[active]);
  };
  const remove = (value: string) => {
    change(values.filter((one) => one !== value));
    announceToReaders(`${nameOf(value)} removed`);
    field.current?.focus();
  };
  const type = () => {
    setText(field.current?.value ?? '');
    setMoved(null);
    isAwaited.current = false;
    open();
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => (isOpen ? move(Math.min(active + 1, options.length - 1)) : open()),
    ArrowUp: () => (isOpen ? move(Math.max(active - 1, 0)) : open()),
    Enter: enter,
    Escape: clear,
  };
  const press = (event: KeyboardEvent) => {
    const last = values.at(-1);
    if (event.key === 'Backspace' && field.current?.value === '' && last !== undefined) return remove(last);
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const shown = isOpen && options.length > 0;
  return (
    <div class="combobox">
      <label for={id}>{label}</label>
      {values.length > 0 ? (
        <ul class="row chosen" aria-label={`${label}: chosen`}>
          {values.map((value) => (
            <li key={value}>
              <button type="button" aria-label={`Remove ${nameOf(value)}`} onClick={() => remove(value)}>
                {nameOf(value)} <span aria-hidden="true">✕</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <div class="field">
        <input
          id={id}
          ref={field}
          type="text"
          role="combobox"
          autocomplete="off"
          spellcheck={false}
          aria-expanded={shown ? 'true' : 'false'}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={shown && active >= 0 ? `${id}-${active}` : undefined}
          aria-invalid={fault ? 'true' : undefined}
          aria-describedby={fault || hint ? `${id}-hint` : undefined}
          placeholder={values.length === 0 ? empty : isSingle ? 'Choose a different one' : 'Add another'}
          onInput={type}
          onClick={open}
          onBlur={() => isAwaited.current || close()}
          onKeyDown={press}
        />
        <div
          id={`${id}-list`}
          class={isUp ? 'list up' : 'list'}
          role="listbox"
          aria-label={label}
          aria-busy={shown && !isCurrent ? 'true' : undefined}
          hidden={!shown}
        >
          {options.map((option, i) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles keys
            // biome-ignore lint/a11y/useFocusableInteractive: the field names the active option
            <div
              key={option.id}
              id={`${id}-${i}`}
              role="option"
              aria-selected={i === active ? 'true' : 'false'}
              onMouseDown={(event: MouseEvent) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              {option.name}
            </div>
          ))}
        </div>
        {text.trim() && (options.length === 0 || (isLeft && !isOpen)) ? (
          <p class={isOpen ? 'hint' : 'fault'}>
            {isOpen
              ? isCurrent
                ? 'Nothing with this name.'
                : 'Searching…'
              : `“${text.trim()}” is not chosen. Choose a name from the list.`}
          </p>
        ) : null}
      </div>
      {fault || hint ? (
        <Hint id={`${id}-hint`} fault={fault}>
          {hint}
        </Hint>
      ) : null}
    </div>
  );
}

type ServiceKind = 'topics' | 'companies';
export type NameKind = ServiceKind | 'sources' | 'countries' | 'groups' | 'searches';
type Choices = DataOf<'/embed/choices'>;

export interface NamePicker {
  nameOf: (id: string) => string;
  search: (text: string, signal: AbortSignal) => Promise<NameOption[]>;
  loaded?: number;
}

export function useNames(of: NameKind, ids: readonly string[]): NamePicker {
  const topics = useServiceNames('topics', of === 'topics' ? ids : []);
  const companies = useServiceNames('companies', of === 'companies' ? ids : []);
  const { countries, groups } = useGeography(of === 'countries' || of === 'groups');
  const searches = useSearches(of === 'searches');
  return { topics, companies, countries, groups, sources: SOURCES, searches }[of];
}

/** Searches names in the service instead of the browser, because there may be thousands. */
function useServiceNames(kind: ServiceKind, ids: readonly string[]): NamePicker {
  const known = useRef(new Map<string, string>());
  const names = known.current ?? new Map<string, string>();
  const learn = ({ choices }: Choices): NameOption[] =>
    choices.map(({ id, name }) => {
      names.set(String(id), name);
      return { id: String(id), name };
    });
  const choices = (query: Record<string, string | number>, signal: AbortSignal) =>
    request<Choices>('/embed/choices', { query: { kind, ...query }, signal });
  /** Loads names that the cached ones do not contain yet, so that their creator finds them at once. */
  const recent = async (query: Record<string, string | number>, signal: AbortSignal): Promise<NameOption[]> => {
    if (!haveNamesChanged()) return [];
    const path = `/manage/${kind}` as const;
    const answer = await request<Record<string, Choices['choices']>>(path, { query: { limit: 30, ...query }, signal });
    return learn({ choices: answer[kind] ?? [], more: false });
  };
  const unknown = ids.filter((id) => !names.has(id)).slice(0, 100);
  const named = useQuery(`${kind} ${unknown}`, async (signal) =>
    unknown.length > 0
      ? [
          ...learn(await choices({ ids: unknown.join(','), limit: 100 }, signal)),
          ...(await recent({ sort: '-id' }, signal)),
        ]
      : [],
  );
  return {
    nameOf: (id) => names.get(id) ?? (named.at === null ? '…' : `${id} (unknown)`),
    search: async (text, signal) => {
      const q = text.slice(0, 100);
      const [cached, changed] = await Promise.all([
        choices({ q, limit: 30 }, signal),
        recent(q ? { search: q } : { sort: '-id' }, signal),
      ]);
      const found = learn(cached);
      const added = changed.filter(({ id }) => !found.some((option) => option.id === id));
      if (!text) return inOrder([...found, ...added]);
      return added.length > 0 ? searchNames([...found, ...added], text) : found;
    },
  };
}

const SOURCES: NamePicker = {
  nameOf: (domain) => domain,
  search: async (text, signal) => {
    const query = { search: text.slice(0, 100), limit: 20 };
    const { sources } = await request<DataOf<'/manage/sources'>>('/manage/sources', { query, signal });
    return sources.map(({ domain, name }) => ({ id: domain, name: `${name} (${domain})` }));
  },
};

function useGeography(isWanted: boolean): { countries: NamePicker; groups: NamePicker } {
  const { value } = useData('/api/v2/geography/list/', { paused: !isWanted });
  const groups = value?.groups ?? [];
  const countries = new Map(groups.flatMap((group) => group.countries).map(({ code, name }) => [code, name]));
  const all = [...countries].map(([id, name]) => ({ id, name }));
  return { countries: local(all), groups: local(groups.map(({ slug, name }) => ({ id: slug, name }))) };
}

function useSearches(isWanted: boolean): NamePicker {
  const { value } = useData('/embed/choices/searches', { paused: !isWanted });
  return local((value?.searches ?? []).map(({ slug, name }) => ({ id: slug, name })));
}

const inOrder = (options: readonly NameOption[]): NameOption[] =>
  options.toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));

const local = (options: NameOption[]): NamePicker => ({
  nameOf: (id) => options.find((option) => option.id.toLowerCase() === id.toLowerCase())?.name ?? id,
  search: async (text) => searchNames(inOrder(options), text),
  loaded: options.length,
});
