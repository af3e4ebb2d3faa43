import * as z from 'zod';
import { choice, orNothing } from '../../../lib/formats/params.ts';
import { RATE_GROUPINGS } from '../../../rankings/dimensions.ts';
import { loadReadThroughRates } from '../../../rankings/read-depth/compute-rates.ts';
import { period, readThroughRate } from '../../shapes.ts';
import { common, insightsOperations } from './parameters.ts';

export const readThroughRates = insightsOperations().get('/read-through-rates', {
  operationId: 'getReadThroughRates',
  summary: 'List read-through rates',
  description:
    'Returns the percentage of readers who opened an article and read through half of it, by topic, source, section or author, highest first. Groups with fewer than 50 readers are omitted. The rates are computed hourly from today and the day (24h) or seven days (7d) before, in UTC.',
  query: z.object({
    by: choice(RATE_GROUPINGS, 'topic').describe('Grouping of the rates'),
    id: orNothing((text) => text, 'text').describe(
      'Only this group: a topic’s id, a source’s domain, a section’s name, or an author’s id',
    ),
    ...common,
  }),
  data: z.object({
    by: z.enum(RATE_GROUPINGS),
    period,
    usual: readThroughRate.describe('Rate of the whole site; null with fewer than 50 readers'),
    sets: z.array(
      z
        .object({
          id: z.string().describe('Topic id, domain of the source, name of the section, or id of the author'),
          name: z.string(),
          readThroughRate: readThroughRate.unwrap(),
        })
        .meta({ id: 'ReadThroughRateOfSet' }),
    ),
  }),
  csv: ({ sets }) => ({
    columns: ['rank', 'id', 'name', 'percent', 'intervalLow', 'intervalHigh'],
    rows: sets.map(({ id, name, readThroughRate: { percent, interval } }, i) => [
      i + 1,
      id,
      name,
      percent,
      ...interval,
    ]),
  }),
  example: {
    by: 'topic',
    period: '7d',
    usual: { percent: 41, interval: [40, 43] },
    sets: [{ id: '12', name: 'Cyber', readThroughRate: { percent: 62, interval: [55, 68] } }],
  },
  answer: async ({ var: { db } }, { query: { by, id, period, limit, riskManagement } }) => {
    const { usual, sets } = await loadReadThroughRates(db, { by, period, riskManagement });
    const wanted = id === undefined ? sets : sets.filter((set) => set.id === id);
    return { by, period, usual, sets: wanted.slice(0, limit) };
  },
});
