import { and, lte } from 'drizzle-orm';
import * as z from 'zod';
import { cleanText } from '../../../content/input.ts';
import { articles, topics } from '../../../db/schema.ts';
import { inList } from '../../../db/sql.ts';
import { operations } from '../../../http/endpoint.ts';
import type { AppContext } from '../../../http/env.ts';
import { notFound, parameterInvalid } from '../../../http/errors.ts';
import { publicOrigin } from '../../../http/origin.ts';
import {
  createShare,
  type ListedShare,
  listShares,
  MAX_SHARES,
  revokeShare,
  type ShareLink,
} from '../../../keys/share-links.ts';
import { id } from '../../../lib/formats/params.ts';
import { DAY, rfc3339, rfc3339OrNull, toSeconds } from '../../../lib/time.ts';
import { time } from '../../shapes.ts';
import { askView, isView, viewSubjectOf } from '../../share/shared-view.ts';
import { auditRecorder, ownerOf, tooMany } from './own.ts';

export const shareLinkRoutes = operations('Management');

const listedShare = z
  .object({
    id: z.int(),
    name: z.string(),
    view: z.string().describe('Shared path and query below `/api/v2/`'),
    names: z
      .array(z.string().nullable())
      .describe('Names of the shared topics, or headline of the shared article; null if deleted or not published'),
    actor: z.string().describe('Creator'),
    state: z
      .enum(['living', 'expired', 'revoked', 'ended'])
      .describe('`ended` means that its creator is no longer active or may no longer share'),
    created: time,
    expires: time.describe('Expiry. The link ends earlier if its creator’s access ends'),
    revoked: time.nullable(),
  })
  .meta({ id: 'ListedShare', description: 'Details of a share link, without the link itself' });

const EXAMPLE: z.output<typeof listedShare> = {
  id: 5,
  name: 'Board, January',
  view: 'insights/trending-topics/?period=7d&limit=20',
  names: [],
  actor: 'Newsroom',
  state: 'living',
  created: '2026-01-30T09:00:00Z',
  expires: '2026-03-01T09:00:00Z',
  revoked: null,
};

shareLinkRoutes.get('/', {
  operationId: 'getShares',
  summary: 'List share links, newest first (without the links themselves)',
  description: 'People who are not operators see only their own.',
  data: z.object({ shares: z.array(listedShare) }),
  example: { shares: [EXAMPLE] },
  answer: async (c) => ({ shares: await toListed(c, await listShares(c.var.db, toSeconds(c.var.now), ownerOf(c))) }),
});

const input = z.object({
  name: cleanText(200).refine((text) => text !== '', { error: 'must describe its purpose' }),
  view: z
    .string()
    .max(2000)
    .refine(isView, {
      error: 'must be the path and query of trending or insights below /api/v2/, such as insights/rising-content/',
    }),
  days: z.int().min(1).max(366).default(30).describe('Days until it expires'),
});

shareLinkRoutes.post('/', {
  operationId: 'createShare',
  summary: 'Create a share link (shown only once)',
  description: `The link shows only this view. It ends when the key or person that created it ends. If the key is rotated, the link continues with the new key. At most ${MAX_SHARES} per owner.`,
  input: { schema: input, example: { name: EXAMPLE.name, view: EXAMPLE.view, days: 30 } },
  data: z.object({ link: z.string().describe('Share link, shown only once'), stored: listedShare }),
  example: { link: 'https://news.example/s/3f…', stored: EXAMPLE },
  answer: async (c, { input: { name, view, days } }) => {
    const answer = await askView(c, view);
    if (!answer.ok) {
      const { data = {} } = await answer.json<{ data?: Record<string, string> }>();
      const wrong = Object.entries(data).map(([field, text]) => `${field} ${text}`);
      throw parameterInvalid({ view: `is not a valid request: ${wrong.join('; ') || answer.status}` });
    }
    const createdAt = toSeconds(c.var.now);
    const { name: actor, id: keyId } = c.var.key;
    const share = { name, view, actor, keyId, createdAt, expiresAt: createdAt + days * DAY };
    const { token, stored } = await createShare(c.var.db, share, auditRecorder(c, 'share', 'create')).catch(
      tooMany({ view: `cannot be shared: the limit is ${MAX_SHARES} active links; revoke one first` }),
    );
    return { link: `${publicOrigin(c)}/s/${token}`, stored: await firstListed(c, stored) };
  },
});

shareLinkRoutes.delete('/:id', {
  operationId: 'revokeShare',
  summary: 'Revoke a share link',
  path: z.object({ id: id.describe('Share id') }),
  data: listedShare,
  example: { ...EXAMPLE, state: 'revoked', revoked: '2026-01-31T09:00:00Z' },
  answer: async (c, { path: { id } }) => {
    const revoked = await revokeShare(
      c.var.db,
      { id, of: ownerOf(c) },
      toSeconds(c.var.now),
      auditRecorder(c, 'share', 'delete'),
    );
    if (!revoked) throw notFound({ id: 'is not the id of an active share link' });
    return firstListed(c, revoked);
  },
});

type ShareEntry = z.output<typeof listedShare>;

async function toListed({ var: { db, now } }: AppContext, shares: readonly ListedShare[]): Promise<ShareEntry[]> {
  const subjects = shares.map(({ view }) => viewSubjectOf(view));
  const idsOf = (kind: 'topics' | 'content') => subjects.flatMap((one) => (one?.kind === kind ? one.ids : []));
  const { topic, article } = await db.transaction({
    topic: db
      .select({ id: topics.id, name: topics.name })
      .from(topics)
      .where(inList(topics.id, idsOf('topics'))),
    article: db
      .select({ id: articles.id, name: articles.title })
      .from(articles)
      .where(and(inList(articles.id, idsOf('content')), lte(articles.publishedAt, toSeconds(now)))),
  });
  return shares.map(({ createdAt, expiresAt, revokedAt, keyId: _, hasOwner, ...rest }, i) => {
    const { kind, ids = [] } = subjects[i] ?? {};
    const names = new Map((kind === 'topics' ? topic : article).map(({ id, name }) => [id, name]));
    return {
      ...rest,
      names: ids.map((id) => names.get(id) ?? null),
      state: revokedAt !== null ? 'revoked' : expiresAt <= now / 1000 ? 'expired' : hasOwner ? 'living' : 'ended',
      created: rfc3339(createdAt),
      expires: rfc3339(expiresAt),
      revoked: rfc3339OrNull(revokedAt),
    };
  });
}

async function firstListed(c: AppContext, share: ShareLink): Promise<ShareEntry> {
  const [first] = await toListed(c, [{ ...share, hasOwner: true }]);
  if (!first) throw new Error('a share is listed');
  return first;
}
