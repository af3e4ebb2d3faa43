import * as z from 'zod';
import { feedAddress } from '../../content/input.ts';
import { CONTENT_TYPES } from '../../content/types.ts';
import { endpoint } from '../../http/endpoint.ts';
import { parameterInvalid } from '../../http/errors.ts';
import { FeedFault } from '../../syndication/fault.ts';
import { propose } from '../../syndication/page/propose.ts';
import { runOptions } from '../../syndication/poll/run-options.ts';
import { contentId, time } from '../shapes.ts';

/** An article or a source from an address alone. */

const proposed = z
  .object({
    url: z.string(),
    title: z.string(),
    introduction: z.string(),
    publishedAt: time.nullable().describe('null: the page does not say'),
    contentType: z.enum(CONTENT_TYPES),
    paywalled: z.boolean(),
    image: z
      .object({ url: z.string(), width: z.int().nullable(), height: z.int().nullable(), alt: z.string() })
      .nullable(),
    tags: z
      .object({
        topics: z.array(z.int()),
        companies: z.array(z.int()),
        countries: z.array(z.string()),
        geoGroups: z.array(z.string()),
      })
      .describe('By the rules as they are'),
  })
  .meta({ id: 'ProposedArticle' });

export const proposal = endpoint(
  {
    operationId: 'proposeArticle',
    summary: 'Read a page and propose an article, its source and its feeds',
    description:
      'Reads Open Graph, JSON-LD, Dublin Core and the page’s own title. Nothing is stored. Only addresses on the public internet are read, 10 MB and 20 seconds at most.',
    tag: 'Management',
    input: {
      schema: z.object({ url: feedAddress }),
      example: { url: 'https://premiumledger.example/cyber-premiums-level-off' },
    },
    data: z.object({
      article: proposed.nullable().describe('null: the address is that of a feed'),
      source: z.object({
        domain: z.string(),
        name: z.string(),
        stored: z.boolean().describe('Whether this source is here already; false: it would be new'),
      }),
      feeds: z.array(z.string()).describe('Feeds that the page names'),
      existing: contentId.nullable().describe('The article that has this address already'),
    }),
    example: {
      article: {
        url: 'https://premiumledger.example/cyber-premiums-level-off',
        title: 'Cyber premiums level off after three hard years',
        introduction: 'Capacity has returned, and buyers notice.',
        publishedAt: '2026-01-30T08:00:00Z',
        contentType: 'article',
        paywalled: false,
        image: null,
        tags: { topics: [12], companies: [], countries: [], geoGroups: [] },
      },
      source: { domain: 'premiumledger.example', name: 'Premium Ledger', stored: true },
      feeds: ['https://premiumledger.example/feed.xml'],
      existing: null,
    },
  },
  async (c, { input: { url } }) => {
    try {
      return await propose(c.var.db, runOptions(c.env, c.var.now).reach, url, c.var.now);
    } catch (error) {
      if (error instanceof FeedFault) throw parameterInvalid({ url: error.message });
      throw error;
    }
  },
);
