import type { Collection } from '../../collections/core/collection.ts';
import { COLLECTIONS } from '../../collections/index.ts';
import { isVerb, type Thing, type Verb } from './act.ts';

const CONTENT: readonly Verb[] = ['list', 'get', 'put', 'delete', 'restore'];

const ofCollection = ({ name, plural, restore, merge, verbs = [], printed }: Collection): [string, Thing] => [
  name,
  {
    collection: name,
    list: plural,
    verbs: [...CONTENT, 'merge', ...verbs]
      .filter(isVerb)
      .filter((verb) => (verb !== 'restore' || restore) && (verb !== 'merge' || merge)),
    columns: printed,
  },
];

/** What is no collection; its list is called as it is where nothing else is said. */
const OTHERS: Record<string, Omit<Thing, 'collection' | 'list'> & { list?: string }> = {
  recommended: { list: 'days', verbs: CONTENT, columns: ['date', 'articles', 'version', 'modifiedAt'] },
  keys: {
    verbs: ['list', 'get', 'create', 'put', 'delete', 'rotate', 'sign'],
    columns: ['id', 'kind', 'name', 'state', 'lastUsed', 'expires'],
  },
  sessions: { verbs: ['list', 'delete'], columns: ['id', 'name', 'created', 'expires'] },
  shares: { verbs: ['list', 'create', 'delete'], columns: ['id', 'name', 'view', 'state', 'expires'] },
  webhooks: {
    verbs: ['list', 'get', 'create', 'put', 'delete', 'rotate', 'test', 'deliveries', 'replay'],
    columns: ['id', 'name', 'events', 'enabled', 'disabledReason'],
  },
  doubts: { verbs: ['list', 'answer'], columns: ['contentId', 'companyId', 'name', 'chance', 'title'] },
  events: { verbs: ['list'], columns: ['id', 'at', 'type', 'subject'] },
  audit: { list: 'entries', verbs: ['list'], columns: ['at', 'actor', 'kind', 'ref', 'action'] },
  'dead-letters': {
    list: 'deadLetters',
    verbs: ['list', 'discard', 'replay'],
    replays: 'all',
    columns: ['id', 'at', 'reason'],
  },
  feeds: {
    list: 'polled',
    verbs: ['put', 'poll', 'pause', 'resume'],
    namedBy: 'url',
    columns: ['url', 'result', 'added', 'changed', 'unchanged', 'refused', 'reason'],
  },
  alerts: {
    listedAt: 'alerts/preview',
    list: 'alarms',
    verbs: ['list', 'get', 'put'],
    single: true,
    columns: ['at', 'type', 'name', 'basis'],
  },
  weights: {
    list: 'articles',
    verbs: ['list', 'accept'],
    single: true,
    columns: ['contentId', 'title', 'clicks', 'takenOff', 'stoodOut'],
  },
  places: { listedAt: 'weights', list: 'lists', verbs: ['list'], columns: ['list', 'ref', 'name', 'place', 'without'] },
  websub: { list: 'topics', verbs: ['list'], columns: ['feed', 'pinged', 'failed', 'failure'] },
};

/** What the command line manages, by name. */
export const THINGS: Record<string, Thing> = {
  ...Object.fromEntries(COLLECTIONS.map(ofCollection)),
  ...Object.fromEntries(
    Object.entries(OTHERS).map(([name, thing]) => [name, { collection: name, list: name, ...thing }]),
  ),
};
