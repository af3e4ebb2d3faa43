import { useRef } from 'hono/jsx/dom';
import { searchNames } from '../../../shells/embed-search.ts';
import { useData, useQuery } from '../../lib/request/query.ts';
import { type DataOf, request } from '../../lib/request/request.ts';
import type { Option } from './combobox.tsx';

type ServiceKind = 'topics' | 'companies';
/** What is chosen by its name. */
export type NameKind = ServiceKind | 'sources' | 'countries' | 'groups' | 'searches';
type Choices = DataOf<'/embed/choices'>;

/** What a field of names needs: what an id is called, and what a text finds. */
export interface Names {
  nameOf: (id: string) => string;
  search: (text: string, signal: AbortSignal) => Promise<Option[]>;
  /** How many names are loaded to search in; left out: the service searches. */
  loaded?: number;
}

/** Names of one kind. `ids`: those that must be named at once. */
export function useNames(of: NameKind, ids: readonly string[]): Names {
  const topics = useServiceNames('topics', of === 'topics' ? ids : []);
  const companies = useServiceNames('companies', of === 'companies' ? ids : []);
  const { countries, groups } = useGeography(of === 'countries' || of === 'groups');
  const searches = useSearches(of === 'searches');
  return { topics, companies, countries, groups, sources: SOURCES, searches }[of];
}

/** Topics or companies: searched by the service, since there may be thousands. */
function useServiceNames(kind: ServiceKind, ids: readonly string[]): Names {
  const known = useRef(new Map<string, string>());
  const names = known.current ?? new Map<string, string>();
  const learn = ({ choices }: Choices): Option[] =>
    choices.map(({ id, name }) => {
      names.set(String(id), name);
      return { id: String(id), name };
    });
  const choices = (query: Record<string, string | number>, signal: AbortSignal) =>
    request<Choices>('/embed/choices', { query: { kind, ...query }, signal });
  const unknown = ids.filter((id) => !names.has(id)).slice(0, 100);
  const named = useQuery(`${kind} ${unknown}`, async (signal) =>
    unknown.length > 0 ? learn(await choices({ ids: unknown.join(','), limit: 100 }, signal)) : [],
  );
  return {
    nameOf: (id) => names.get(id) ?? (named.at === null ? '…' : `${id} (unknown)`),
    search: async (text, signal) => learn(await choices({ q: text.slice(0, 100), limit: 30 }, signal)),
  };
}

/** By name or domain. */
const SOURCES: Names = {
  nameOf: (domain) => domain,
  search: async (text, signal) => {
    const query = { search: text.slice(0, 100), limit: 20 };
    const { sources } = await request<DataOf<'/manage/sources'>>('/manage/sources', { query, signal });
    return sources.map(({ domain, name }) => ({ id: domain, name: `${name} (${domain})` }));
  },
};

/** Countries and geo groups, which are few enough to be here whole. */
function useGeography(isWanted: boolean): { countries: Names; groups: Names } {
  const { value } = useData('/api/v2/geography/list/', { paused: !isWanted });
  const groups = value?.groups ?? [];
  const countries = new Map(groups.flatMap((group) => group.countries).map(({ code, name }) => [code, name]));
  const inOrder = [...countries].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name, 'en'));
  return { countries: local(inOrder), groups: local(groups.map(({ slug, name }) => ({ id: slug, name }))) };
}

/** Saved searches, by their slugs. */
function useSearches(isWanted: boolean): Names {
  const { value } = useData('/embed/choices/searches', { paused: !isWanted });
  return local((value?.searches ?? []).map(({ slug, name }) => ({ id: slug, name })));
}

const local = (options: Option[]): Names => ({
  nameOf: (id) => options.find((option) => option.id.toLowerCase() === id.toLowerCase())?.name ?? id,
  search: async (text) => searchNames(options, text),
  loaded: options.length,
});
