import { useId } from 'hono/jsx/dom';
import { useQuery } from '../lib/request/query.ts';
import { type DataOf, request } from '../lib/request/request.ts';
import { sentence } from '../lib/sentence.ts';
import type { Form } from './fields.tsx';

type Choices = DataOf<'/embed/choices/searches'>;

/** The saved search whose articles are shown. */
export function SearchField({ view, change, faults }: Form) {
  const id = useId();
  const path = '/embed/choices/searches';
  const { value } = useQuery((signal) => request<Choices>(path, { signal }), { queryKey: path, interval: null });
  const searches = value?.searches ?? [];
  const isKnown = view.search === '' || searches.some(({ slug }) => slug === view.search);
  const hint =
    value && searches.length === 0
      ? 'There are no saved searches yet'
      : 'Its filters can change later; the snippet stays';
  return (
    <fieldset>
      <legend>Articles</legend>
      <label class="text" for={id}>
        Saved search
        <select
          id={id}
          value={view.search}
          onChange={(event) => change({ search: (event.target as HTMLSelectElement).value })}
        >
          <option value="">Choose one</option>
          {isKnown ? null : <option value={view.search}>{view.search}</option>}
          {searches.map(({ slug, name }) => (
            <option key={slug} value={slug} selected={slug === view.search}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <p class={faults.slug ? 'fault' : 'hint'}>{faults.slug ? sentence(faults.slug) : hint}</p>
    </fieldset>
  );
}
