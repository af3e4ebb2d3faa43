import type { Hono } from 'hono';
import * as z from 'zod';
import { textEndpoint } from '../../http/endpoint.ts';
import type { AppEnv } from '../../http/env.ts';
import { exportOpml } from '../../syndication/opml.ts';
import { proposal } from './propose.ts';
import { ruleTrial, whyTagged } from './why.ts';

const opml = textEndpoint(
  {
    operationId: 'getOpml',
    summary: 'All feeds as OPML 2.0',
    tag: 'Management',
    means: 'OPML 2.0',
    answers: { 'text/x-opml': { schema: z.string() } },
  },
  async (c) => ({
    body: await exportOpml(c.var.db, c.env.PUBLISHER, c.var.now),
    headers: { 'Content-Type': 'text/x-opml; charset=utf-8' },
  }),
);

/** Routes that only one collection has, by its name. */
export const MORE: Record<string, (to: Hono<AppEnv>) => void> = {
  articles: (to) => {
    to.get('/:id/tags', whyTagged);
    to.post('/propose', proposal);
  },
  sources: (to) => to.get('/opml', opml),
  rules: (to) => to.post('/try', ruleTrial),
};
