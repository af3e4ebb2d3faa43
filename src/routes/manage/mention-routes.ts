import type { Hono } from 'hono';
import * as z from 'zod';
import { loadMentions, MENTION_DAYS, type MentionedKind } from '../../content/articles/mentions.ts';
import { duplicateNames } from '../../content/rules/duplicate-names.ts';
import { operations } from '../../http/endpoint.ts';
import type { AppEnv } from '../../http/env.ts';
import { searchNamedThings } from '../../search/name-lists.ts';
import { count } from '../shapes.ts';

const MAX_DUPLICATES = 20;

const named = z.object({ ref: z.string(), name: z.string() });

const OF_KIND = {
  topic: ['Topic', 'topics', '12', 'Cyber', 'Cybers'],
  company: ['Company', 'companies', '3', 'Varnholt Re', 'Varnholt Ré plc'],
  source: ['Source', 'sources', 'premiumledger.example', 'Premium Ledger', 'The Premium Ledger'],
} as const satisfies Record<MentionedKind, readonly string[]>;

/** Route that counts the articles of each topic, company or source, and suggests duplicates. */
export const mentionsOf = (kind: MentionedKind) => (to: Hono<AppEnv>) => {
  const [Name, many, ref, name, duplicate] = OF_KIND[kind];
  return operations('Management', to).get('/mentions', {
    operationId: `get${Name}Mentions`,
    summary: `Count the articles of ${many}`,
    description: `Counts the articles of the last ${MENTION_DAYS} days and of the ${MENTION_DAYS} days before, among the newest 10,000 articles. Also suggests ${many} to merge, because their names differ only in accents, plurals, punctuation or legal forms.`,
    data: z.object({
      total: count.describe(`Number of ${many}`),
      mentions: z.array(
        z.object({
          ref: z.string().describe('Id or domain'),
          articles: count.describe('Number of articles of the last 7 days'),
          before: count
            .nullable()
            .describe('Number of articles of the 7 days before; null if not all of them could be read'),
        }),
      ),
      duplicates: z
        .array(z.object({ ...named.shape, of: named }))
        .describe(`Suggested merges, at most ${MAX_DUPLICATES}`),
    }),
    example: {
      total: 41,
      mentions: [{ ref, articles: 14, before: 9 }],
      duplicates: [{ ref: kind === 'source' ? 'premium-ledger.example' : '77', name: duplicate, of: { ref, name } }],
    },
    answer: async ({ var: { db, now } }) => {
      const [mentions, things] = await Promise.all([
        loadMentions(db, kind, now),
        searchNamedThings(db, { kind, text: '', filters: [] }),
      ]);
      const counted = new Map(mentions.map(({ ref, articles, before }) => [ref, articles + (before ?? 0)]));
      const records = things.map(({ key, words: [name = ''] }) => ({ key: String(key), name }));
      const duplicates = duplicateNames(records, ({ key }) => counted.get(key) ?? 0).slice(0, MAX_DUPLICATES);
      return {
        total: things.length,
        mentions,
        duplicates: duplicates.map(([{ key, name }, of]) => ({ ref: key, name, of: { ref: of.key, name: of.name } })),
      };
    },
  });
};
