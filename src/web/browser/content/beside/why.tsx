import { useData } from '../../lib/request/query.ts';
import type { Schemas } from '../../lib/request/request.ts';
import { Section } from '../../ui/section.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';

/** Kinds of tags: as people call them, and as the rules do. */
const TAG_KINDS = {
  topics: ['Topic', 'topic'],
  companies: ['Company', 'company'],
  countries: ['Country', 'country'],
  geoGroups: ['Geo group', 'geoGroup'],
} as const;

/** Each tag with its origin, and the words that caused it. `version`: loads again when it changes. */
export function Why({ id, version }: { id: number; version: string }) {
  const why = useData('/manage/articles/{id}/tags', { at: { id }, version });
  return (
    <Section id="why" title="Why it is tagged">
      <Loaded of={why} lines={4}>
        {({ tags }) =>
          tags.length === 0 ? (
            <p class="hint">It has no tags.</p>
          ) : (
            <Table class="broad why" head={['Tag', 'Collection', 'Origin', 'Words']}>
              {tags.map((tag) => (
                <tr key={`${tag.kind} ${tag.ref}`}>
                  <th scope="row">{tag.name}</th>
                  <td class="tight">{TAG_KINDS[tag.kind][0]}</td>
                  <td class="tight">
                    {tag.by === 'rule' ? (
                      <a href={`?kind=rules&id=${TAG_KINDS[tag.kind][1]}/${encodeURIComponent(String(tag.ref))}`}>
                        By a rule
                      </a>
                    ) : (
                      'By hand'
                    )}
                  </td>
                  <td>{mentionsText(tag.places)}</td>
                </tr>
              ))}
            </Table>
          )
        }
      </Loaded>
    </Section>
  );
}

const mentionsText = (places: Schemas['Place'][]): string => {
  const words = [...new Set(places.map(({ text }) => `“${text}”`))];
  if (words.length === 0) return 'No word in the text explains it';
  const where = new Set(places.map(({ field }) => field));
  return `${words.slice(0, 3).join(', ')} in the ${[...where].map((field) => (field === 'title' ? 'headline' : 'introduction')).join(' and ')}`;
};
