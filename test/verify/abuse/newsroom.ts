import type { Db } from '../../../src/db/client.ts';
import { generateKey, hashKey, KEY_KINDS, type KeyKind } from '../../../src/keys/key.ts';
import { createKey, findKey } from '../../../src/keys/key-store.ts';
import { hostileNewsroom } from '../../delivery/hostile.ts';
import { revokeKey } from '../../keys/revoke-key.ts';
import { WORDS } from '../../search/words.ts';
import { JSON_TYPE, type Target, withKey } from './trial.ts';

export interface SearchedArticle {
  id: number;
  title: string;
  introduction: string;
}

const FIRST_SEARCHED = 100_000;
export const SEARCHED = 6000;

export const SEARCHED_ARTICLES: readonly SearchedArticle[] = WORDS.map((_, i) => {
  const word = (step: number) => WORDS[(i * step + step * step) % WORDS.length] ?? '';
  return {
    id: FIRST_SEARCHED + i,
    title: [word(1), word(2), word(3)].join(' '),
    introduction: [word(5), word(7), word(11), word(13), word(17)].join(' '),
  };
});

/** Publishes the content that attacks request, including `texts`, through the API. `now`: epoch seconds. */
export async function publishNewsroom(target: Target, now: number, texts: readonly string[]): Promise<void> {
  const hostile = hostileNewsroom(texts, now - 3600);
  const searched = SEARCHED_ARTICLES.map((article) => ({
    ...article,
    url: `https://searched.example/${article.id}`,
    publishedAt: new Date((now - 60) * 1000).toISOString(),
    contentType: 'article',
    topics: [SEARCHED],
  }));
  const topics = [1, 2, 47, SEARCHED].map((id) => ({
    id,
    name: `Topic ${id}`,
    slug: `topic-${id}`,
    description: '',
    category: 1,
    excludedFromTrending: id === 2,
  }));
  const clicks = hostile.articles
    .slice(0, 3)
    .map(({ id }) => ({
      contentId: id,
      at: new Date((now - 7200) * 1000).toISOString(),
      reader: 'someone',
      companyType: 'broker',
      seniority: 'director',
      continent: 'EU',
    }));
  const articles = [...hostile.articles.map((one) => ({ ...one, topics: [...(one.topics ?? []), 1, 2] })), ...searched];
  const selection = { articles: hostile.articles.slice(0, 5).map(({ id }) => id) };
  await put(target, 'PUT', 'topics', [...hostile.topics, ...topics]);
  await put(target, 'PUT', 'sources', hostile.sources);
  await put(target, 'PUT', 'articles', articles);
  await put(target, 'PUT', 'recommended/2026-01-02', selection);
  await put(target, 'POST', 'clicks', clicks);
}

async function put(target: Target, method: string, path: string, value: unknown): Promise<void> {
  const headers = withKey(target.keys.living.operator, JSON_TYPE);
  const { status, body } = await target.ask(`/manage/${path}`, { method, headers, body: JSON.stringify(value) });
  const rejected = JSON.parse(body).data?.rejected ?? [];
  if (status !== 200 || rejected.length > 0) throw new Error(`${path}: ${status} ${body.slice(0, 500)}`);
}

export const PARTNER = 'https://partner.example';
export const STRANGER = 'https://partner.example.evil.example';

type PerKind = Record<KeyKind, string>;

export interface Keys {
  /** Returns a different active key at each access, so that no key reaches its rate limit. */
  living: PerKind;
  everyLiving: readonly string[];
  bound: string;
  revoked: PerKind;
  expired: PerKind;
  unknown: PerKind;
}

/** Number of keys of each kind in rotation. Each may send six thousand requests per minute. */
const IN_TURN = 6;

export async function makeKeys(db: Db, now: number): Promise<Keys> {
  const make = (kind: KeyKind, origins: string[] = [], expiresAt: number | null = null) =>
    createKey(db, { kind, name: `abuse ${kind}`, origins, expiresAt }, now);
  const perKind = async (one: (kind: KeyKind) => Promise<string>): Promise<PerKind> => ({
    secret: await one('secret'),
    publishable: await one('publishable'),
    operator: await one('operator'),
  });
  const revoked = await perKind((kind) => make(kind));
  for (const kind of KEY_KINDS) await revokeKey(db, (await findKey(db, await hashKey(revoked[kind])))?.id ?? 0, now);
  const crew: PerKind[] = [];
  for (let i = 0; i < IN_TURN; i++) crew.push(await perKind((kind) => make(kind)));
  return {
    living: inTurn(crew),
    everyLiving: crew.flatMap((perKind) => Object.values(perKind)),
    bound: await make('publishable', [PARTNER]),
    revoked,
    expired: await perKind((kind) => make(kind, [], now - 1)),
    unknown: await perKind(async (kind) => generateKey(kind)),
  };
}

function inTurn(crew: readonly PerKind[]): PerKind {
  let looks = 0;
  const next = (kind: KeyKind): string => crew[looks++ % crew.length]?.[kind] ?? '';
  return {
    get secret() {
      return next('secret');
    },
    get publishable() {
      return next('publishable');
    },
    get operator() {
      return next('operator');
    },
  };
}

/** All keys, active or not. None of them may appear in a response or a log. */
export const allKeys = ({ everyLiving, bound, revoked, expired, unknown }: Keys): string[] => [
  bound,
  ...everyLiving,
  ...[revoked, expired, unknown].flatMap((perKind) => Object.values(perKind)),
];

export const mistyped = (key: string): string => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
