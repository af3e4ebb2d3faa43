import description from './description.generated.ts';

/** Description of the management API. `npm run build` generates it, because loading the API takes a second. */
export interface ApiDescription {
  /** Operations, keyed by method and path below `/manage/`, such as `GET topics/{id}`. */
  operations: Record<string, DescribedOperation>;
  printed: Record<string, readonly string[]>;
}

export interface DescribedOperation {
  summary: string;
  query: CommandFields;
  body?: CommandFields;
  takesMany?: boolean;
}

export type CommandFields = Record<string, CommandField>;

/** Type and description of a field. A `clearable` field may be null. Digits in `values` are sent as numbers. */
export type CommandField = [kind: 'text' | 'clearable' | 'texts' | 'values' | 'flag' | 'json', words: string];

export interface Resource {
  list: string;
  columns: readonly string[];
  verbs: Record<string, Verb>;
}

export interface Verb {
  method: string;
  path: string;
  end: string;
  isOfOne: boolean;
  summary: string;
  query: CommandFields;
  body?: CommandFields | undefined;
  takesMany?: boolean | undefined;
}

interface Other {
  columns: readonly string[];
  list?: string;
  /** Verbs whose names differ from those of the API. A resource without a collection has only these verbs. */
  verbs?: Record<string, string>;
  /** API verbs that are omitted here, because a separate command implements them. */
  without?: readonly string[];
}

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

/** Combines operations that have the same verb but different paths. */
function joined(one: Verb | undefined, other: Verb): Verb {
  return {
    ...other,
    isOfOne: other.isOfOne || one?.isOfOne === true,
    takesMany: other.takesMany ?? one?.takesMany,
    query: { ...one?.query, ...other.query },
    body: other.body && { ...one?.body, ...other.body },
  };
}

/** Returns the fields of an import line. The list is empty if the collection cannot be imported. */
export function fieldsOfLine(collection: string): string[] {
  const isLine = ([at]: [string, DescribedOperation]) =>
    at === `POST ${collection}` || at.startsWith(`PUT ${collection}`);
  const fields = OPERATIONS.filter(isLine).flatMap(([at, { body = {} }]) => [
    ...Object.keys(body),
    ...Array.from(at.matchAll(/\{(\w+)\}/g), ([, name = '']) => name),
  ]);
  return [...new Set(fields)];
}
