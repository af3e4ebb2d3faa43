import description from './description.generated.ts';

/** Management API for the command line. `npm run build` generates it, because loading the service takes a second. */
export interface ApiDescription {
  /** Operations by method and path below `/manage/`: `GET topics/{id}`. */
  operations: Record<string, Described>;
  /** Table columns by collection. */
  printed: Record<string, readonly string[]>;
}

export interface Described {
  /** Sentence without a full stop. */
  summary: string;
  query: CommandFields;
  /** Fields of the body, or of its values if it is a list. */
  body?: CommandFields;
  takesMany?: boolean;
}

export type CommandFields = Record<string, CommandField>;

/**
 * Type of an entered text, and description. `clearable`: text or null; `texts`: list; `values`: list in which digits
 * become numbers.
 */
export type CommandField = [kind: 'text' | 'clearable' | 'texts' | 'values' | 'flag' | 'json', words: string];

export interface Resource {
  /** Name of the list in a response. */
  list: string;
  columns: readonly string[];
  verbs: Record<string, Verb>;
}

export interface Verb {
  method: string;
  /** Path of the collection below `/manage/`. */
  path: string;
  /** Remainder of the path; may be empty. */
  end: string;
  /** Whether the path contains a name or id. */
  isOfOne: boolean;
  summary: string;
  query: CommandFields;
  body?: CommandFields | undefined;
  /** Whether the collection accepts many values at once. */
  takesMany?: boolean | undefined;
}

interface Other {
  columns: readonly string[];
  list?: string;
  /** Verbs whose names differ from the API. A resource without a collection has only these verbs. */
  verbs?: Record<string, string>;
  /** Verbs that have a separate command. */
  without?: readonly string[];
}

/** Resources that are not declared as collections. */
const OTHER_RESOURCES: Record<string, Other> = {
  recommended: { list: 'days', columns: ['date', 'articles', 'version', 'modifiedAt'] },
  keys: { columns: [], without: ['list', 'create', 'delete', 'rotate', 'sign'] },
  people: {
    columns: ['id', 'name', 'role', 'state', 'email', 'lastUsed'],
    verbs: { invite: 'POST people', link: 'POST people/{id}/invitation' },
  },
  sessions: { columns: ['id', 'name', 'kind', 'created', 'expires'] },
  shares: { columns: ['id', 'name', 'view', 'state', 'expires'] },
  subscriptions: { columns: ['id', 'kind', 'name', 'via', 'rhythm', 'address', 'last', 'failure'] },
  webhooks: { columns: ['id', 'name', 'events', 'enabled', 'disabledReason'] },
  'company-matches': {
    columns: ['contentId', 'companyId', 'name', 'chance', 'title'],
    verbs: { answer: 'POST company-matches' },
  },
  events: { columns: ['id', 'at', 'type', 'subject'] },
  audit: { list: 'entries', columns: ['at', 'actor', 'kind', 'ref', 'action'] },
  'dead-letters': { columns: ['id', 'at', 'reason'], verbs: { discard: 'DELETE dead-letters' } },
  feeds: { list: 'polled', columns: ['url', 'result', 'added', 'changed', 'unchanged', 'refused', 'reason'] },
  alerts: {
    list: 'alarms',
    columns: ['at', 'type', 'name', 'basis'],
    verbs: { list: 'GET alerts/preview', get: 'GET alerts' },
  },
  discounting: { list: 'articles', columns: ['contentId', 'title', 'clicks', 'discounted', 'concentratedIn'] },
  places: { list: 'lists', columns: ['list', 'ref', 'name', 'place', 'without'], verbs: { list: 'GET discounting' } },
  clock: { columns: [], verbs: { get: 'GET clock' } },
  'position-bias': { list: 'layouts', columns: ['layout', 'places'] },
  websub: { list: 'topics', columns: ['feed', 'pinged', 'failed', 'failure'] },
};

/** Verbs by method, for a collection and for a single resource. */
const VERBS: Record<string, [ofAll: string, ofOne: string]> = {
  GET: ['list', 'get'],
  PUT: ['put', 'put'],
  POST: ['create', ''],
  DELETE: ['', 'delete'],
};

const { operations, printed } = description as unknown as ApiDescription;
const OPERATIONS = Object.entries(operations);

export const RESOURCES: Record<string, Resource> = Object.fromEntries([
  ...Object.entries(printed).map(([name, columns]) => [name, thingOf(name, { columns })] as const),
  ...Object.entries(OTHER_RESOURCES).map(([name, other]) => [name, thingOf(name, other)] as const),
]);

function thingOf(name: string, { columns, verbs: named = {}, list, without = [] }: Other): Resource {
  const verbs: Record<string, Verb> = {};
  for (const [at, described] of OPERATIONS) {
    const [method = '', path = ''] = at.split(' ');
    const [collection = '', ...rest] = path.split('/');
    const end = rest.filter((part) => !part.startsWith('{')).join('/');
    const isOfOne = rest.length > (end ? 1 : 0);
    const own = Object.entries(named).find(([, operation]) => operation === at)?.[0];
    const verb = own ?? (collection === name ? end || VERBS[method]?.[isOfOne ? 1 : 0] : undefined);
    if (verb && !without.includes(verb))
      verbs[verb] = joined(verbs[verb], { method, path: collection, end, isOfOne, ...described });
  }
  return { columns, verbs, list: list ?? name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()) };
}

/** Combines operations with the same verb at several paths. */
function joined(one: Verb | undefined, other: Verb): Verb {
  return {
    ...other,
    isOfOne: other.isOfOne || one?.isOfOne === true,
    takesMany: other.takesMany ?? one?.takesMany,
    query: { ...one?.query, ...other.query },
    body: other.body && { ...one?.body, ...other.body },
  };
}

/** Returns the fields of an import line. Empty if the collection accepts no lines. */
export function fieldsOfLine(collection: string): string[] {
  const isLine = ([at]: [string, Described]) => at === `POST ${collection}` || at.startsWith(`PUT ${collection}`);
  const fields = OPERATIONS.filter(isLine).flatMap(([at, { body = {} }]) => [
    ...Object.keys(body),
    ...Array.from(at.matchAll(/\{(\w+)\}/g), ([, name = '']) => name),
  ]);
  return [...new Set(fields)];
}
