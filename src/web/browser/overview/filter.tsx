import type { Window } from '../insights/bar/toolbar.tsx';
import { AUDIENCE_OPTIONS } from '../insights/charts/audiences.ts';
import type { InsightsSession, InsightsView } from '../insights/view.ts';
import { useQuery } from '../lib/query.ts';
import { type DataOf, request } from '../lib/request.ts';
import { optionOrFirst, optionsOf } from '../lib/words.ts';
import { Button } from '../ui/actions.tsx';
import { SelectField } from '../ui/form/field.tsx';

/** Filter of the first screen. `is` is empty if nothing is filtered. */
export type Filter = Pick<InsightsView, 'by' | 'is'>;

export const NO_FILTER: Filter = { by: '', is: '' };

const DIMENSIONS = optionsOf({
  '': 'No filter',
  topic: 'Topic',
  source: 'Source',
  company: 'Company',
  section: 'Section',
  author: 'Author',
  country: 'Country',
  'content-type': 'Type',
});

const AUDIENCE_DIMENSIONS = ['company-type', 'audience-region', 'seniority', 'channel'];
export const isAudience = ({ by }: Pick<Filter, 'by'>): boolean => AUDIENCE_DIMENSIONS.includes(by);

export const filterOf = ({ by, is }: InsightsView): Filter => (by && is ? { by, is } : NO_FILTER);

const SEPARATOR = ':';
const MAX_VALUES = 50;

type Groups = Extract<DataOf<'/api/v2/insights/popular-content/'>, { groups: unknown }>;
type Topics = DataOf<'/api/v2/insights/trending-topics/'>;

/** Loads the values of a dimension, the most read first. */
export async function loadValues(
  by: string,
  window: Window,
  signal: AbortSignal,
): Promise<[is: string, name: string][]> {
  if (by === 'topic') {
    const query = { ...window, limit: MAX_VALUES };
    const { topics } = await request<Topics>('/api/v2/insights/trending-topics/', { query, signal });
    return topics.map(({ topicId, name }) => [String(topicId), name]);
  }
  const query = { ...window, breakdown: by, limit: 1 };
  const { groups } = await request<Groups>('/api/v2/insights/popular-content/', { query, signal });
  return groups.map(({ slug, group }) => [slug, group]);
}

/** Selects an audience, or a dimension and one of its values. The value is listed once its dimension is chosen. */
export function FilterFields({ session: { view, change }, window }: { session: InsightsSession; window: Window }) {
  const ofReaders = isAudience(view);
  const by = ofReaders ? '' : optionOrFirst(DIMENSIONS, view.by);
  const values = useQuery(['values', by, window], (signal) => loadValues(by, window, signal), { paused: by === '' });
  const label = DIMENSIONS.find(([name]) => name === by)?.[1] ?? '';
  const known = values.value ?? [];
  const isKnown = known.some(([is]) => is === view.is);
  const options: [string, string][] = [
    ['', values.value ? 'Choose …' : 'Loading …'],
    ...(view.is && !isKnown ? [[view.is, view.is] as [string, string]] : []),
    ...known,
  ];
  return (
    <>
      <SelectField
        label="Readers"
        value={ofReaders ? `${view.by}${SEPARATOR}${view.is}` : ''}
        options={AUDIENCE_OPTIONS.map(({ by, is, name }) => [by && `${by}${SEPARATOR}${is}`, name] as const)}
        change={(chosen) => {
          const [by = '', is = ''] = chosen.split(SEPARATOR);
          change({ by, is });
        }}
      />
      <SelectField label="Filter" value={by} options={DIMENSIONS} change={(by) => change({ by, is: '' })} />
      {by ? <SelectField label={label} value={view.is} options={options} change={(is) => change({ is })} /> : null}
      {view.is ? <Button text="Clear filter" press={() => change(NO_FILTER)} /> : null}
    </>
  );
}
