/** What the command line manages: each thing with its collection in the API and what it can do. */
export interface Thing {
  /** Path below `/manage/`. */
  collection: string;
  /** Name of the list in an answer. */
  list: string;
  verbs: readonly Verb[];
  /** Columns of a table. */
  columns: readonly string[];
  /** There is one only, at the path of the collection. */
  single?: boolean;
  /** Path of its list, where that is another one. */
  listedAt?: string;
  /** The field that names one, where only the collection can be written. */
  namedBy?: string;
  /** What "replay" takes: the collection by filters; left out: one thing. */
  replays?: 'all';
}

export const VERBS = [
  'list',
  'get',
  'put',
  'delete',
  'merge',
  'restore',
  'create',
  'rotate',
  'sign',
  'tags',
  'propose',
  'try',
  'test',
  'replay',
  'deliveries',
  'discard',
  'poll',
  'pause',
  'resume',
] as const;
export type Verb = (typeof VERBS)[number];

const CONTENT = ['list', 'get', 'put', 'delete', 'restore'] as const;

export const THINGS: Record<string, Thing> = {
  articles: {
    ...{ collection: 'articles', list: 'articles', verbs: [...CONTENT, 'tags', 'propose'] },
    columns: ['id', 'publishedAt', 'title', 'topicNames', 'url'],
  },
  topics: {
    ...{ collection: 'topics', list: 'topics', verbs: [...CONTENT, 'merge'] },
    columns: ['id', 'name', 'slug', 'category'],
  },
  companies: {
    ...{ collection: 'companies', list: 'companies', verbs: [...CONTENT, 'merge'] },
    columns: ['id', 'name', 'organisationType'],
  },
  sources: {
    ...{ collection: 'sources', list: 'sources', verbs: [...CONTENT, 'merge'] },
    columns: ['domain', 'name', 'organisationType', 'client'],
  },
  'geo-groups': {
    ...{ collection: 'geo-groups', list: 'geoGroups', verbs: CONTENT },
    columns: ['slug', 'name', 'countries'],
  },
  rules: {
    ...{ collection: 'rules', list: 'rules', verbs: [...CONTENT, 'try'] },
    columns: ['kind', 'ref', 'words', 'exclusions'],
  },
  recommended: {
    ...{ collection: 'recommended', list: 'days', verbs: CONTENT },
    columns: ['date', 'articles', 'version', 'modifiedAt'],
  },
  annotations: {
    ...{ collection: 'annotations', list: 'annotations', verbs: ['list', 'get', 'put', 'delete'] },
    columns: ['date', 'scope', 'ref', 'text'],
  },
  keys: {
    ...{ collection: 'keys', list: 'keys', verbs: ['list', 'get', 'create', 'put', 'delete', 'rotate', 'sign'] },
    columns: ['id', 'kind', 'name', 'state', 'lastUsed', 'expires'],
  },
  sessions: {
    ...{ collection: 'sessions', list: 'sessions', verbs: ['list', 'delete'] },
    columns: ['id', 'name', 'created', 'expires'],
  },
  shares: {
    ...{ collection: 'shares', list: 'shares', verbs: ['list', 'create', 'delete'] },
    columns: ['id', 'name', 'view', 'state', 'expires'],
  },
  searches: {
    ...{ collection: 'searches', list: 'searches', verbs: ['list', 'get', 'put', 'delete'] },
    columns: ['slug', 'name', 'feed'],
  },
  webhooks: {
    ...{ collection: 'webhooks', list: 'webhooks' },
    verbs: ['list', 'get', 'create', 'put', 'delete', 'rotate', 'test', 'deliveries', 'replay'],
    columns: ['id', 'name', 'events', 'enabled', 'disabledReason'],
  },
  events: {
    ...{ collection: 'events', list: 'events', verbs: ['list'] },
    columns: ['id', 'at', 'type', 'subject'],
  },
  audit: {
    ...{ collection: 'audit', list: 'entries', verbs: ['list'] },
    columns: ['at', 'actor', 'kind', 'ref', 'action'],
  },
  letters: {
    ...{ collection: 'dead-letters', list: 'deadLetters', verbs: ['list', 'discard', 'replay'], replays: 'all' },
    columns: ['id', 'at', 'reason'],
  },
  feeds: {
    ...{ collection: 'feeds', list: 'polled', verbs: ['put', 'poll', 'pause', 'resume'], namedBy: 'url' },
    columns: ['url', 'result', 'added', 'changed', 'unchanged', 'refused', 'reason'],
  },
  alerts: {
    ...{
      collection: 'alerts',
      listedAt: 'alerts/preview',
      list: 'alarms',
      verbs: ['list', 'get', 'put'],
      single: true,
    },
    columns: ['at', 'type', 'name', 'basis'],
  },
  websub: {
    ...{ collection: 'websub', list: 'topics', verbs: ['list'] },
    columns: ['feed', 'pinged', 'failed', 'failure'],
  },
};
