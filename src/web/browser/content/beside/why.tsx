import { useQuery } from '../../lib/request/query.ts';
import { request } from '../../lib/request/request.ts';
import { Loaded } from '../../ui/states.tsx';

interface Mention {
  field: 'title' | 'introduction';
  text: string;
}

interface Tag {
  kind: string;
  ref: number | string;
  name: string;
  by: 'hand' | 'rule';
  places: Mention[];
}

const TAG_LABELS: Record<string, string> = {
  topics: 'Topic',
  companies: 'Company',
  countries: 'Country',
  geoGroups: 'Geo group',
};
/** A kind of tag as the rules call it. */
const RULE_KIND_OF: Record<string, string> = {
  topics: 'topic',
  companies: 'company',
  countries: 'country',
  geoGroups: 'geoGroup',
};

/** Each tag with its origin, and the words that caused it. `version`: loads again when it changes. */
export function Why({ id, version }: { id: number; version: string }) {
  const why = useQuery((signal) => request<{ tags: Tag[] }>(`/manage/articles/${id}/tags`, { signal }), {
    queryKey: `why ${id} ${version}`,
    interval: null,
  });
  return (
    <section aria-labelledby="why">
      <h2 id="why">Why it is tagged</h2>
      <Loaded of={why} lines={4}>
        {({ tags }) =>
          tags.length === 0 ? (
            <p class="hint">It has no tags.</p>
          ) : (
            <div class="scroll">
              <table class="why">
                <tbody>
                  {tags.map((tag) => (
                    <tr key={`${tag.kind} ${tag.ref}`}>
                      <th scope="row">{tag.name}</th>
                      <td class="tight">{TAG_LABELS[tag.kind]}</td>
                      <td class="tight">
                        {tag.by === 'rule' ? (
                          <a href={`?kind=rules&id=${RULE_KIND_OF[tag.kind]}/${encodeURIComponent(String(tag.ref))}`}>
                            By a rule
                          </a>
                        ) : (
                          'By hand'
                        )}
                      </td>
                      <td>{said(tag.places)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Loaded>
    </section>
  );
}

const said = (places: Mention[]): string => {
  const words = [...new Set(places.map(({ text }) => `“${text}”`))];
  if (words.length === 0) return 'No word in the text explains it';
  const where = new Set(places.map(({ field }) => field));
  return `${words.slice(0, 3).join(', ')} in the ${[...where].map((field) => (field === 'title' ? 'headline' : 'introduction')).join(' and ')}`;
};
