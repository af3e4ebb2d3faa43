import description from './description.generated.ts';

/** What the command line knows of the management API. `npm run build` writes it into a module, as the service takes a second to load. */
export interface ApiDescription {
  /** By method and path below `/manage/`, such as `GET topics/{id}`. */
  operations: Record<string, Described>;
  /** Columns of the tables of the collections. */
  printed: Record<string, readonly string[]>;
}

export interface Described {
  /** Sentence about what it does, without a full stop. */
  summary: string;
  query: CommandFields;
  /** Fields of the body, of each of its values where it is a list. */
  body?: CommandFields;
  takesMany?: boolean;
}

export type CommandFields = Record<string, CommandField>;

/**
 * How what is typed becomes a value, and what the field is. `clearable`: text, or null; `texts`: a list; `values`: a list of numbers as
 * numbers; `json`: as JSON has it.
 */
export type CommandField = [kind: 'text' | 'clearable' | 'texts' | 'values' | 'flag' | 'json', words: string];

/** What the command line manages: a thing with what it can do. */
export interface Resource {
  /** Name of the list in an answer. */
  list: string;
  /** Columns of a table. */
  columns: readonly string[];
  verbs: Record<string, Verb>;
}

/** A request to the API. */
export interface Verb {
  method: string;
  /** Of the collection, below `/manage/`. */
  path: string;
  /** What ends the path; empty: nothing. */
  end: string;
  /** It is asked of one thing, whose name or id stands in the path. */
  isOfOne: boolean;
  summary: string;
  query: CommandFields;
  body?: CommandFields | undefined;
  /** The collection takes many values at once. */
  takesMany?: boolean | undefined;
}

interface Other {
  columns: readonly string[];
  list?: string;
  /** Verbs that the API calls otherwise, and the only ones of what is no collection of its own. */
  verbs?: Record<string, string>;
  /** Verbs that have a command of their own. */
  without?: readonly string[];
}

/** What is no collection. */
const OTHERS: Record<string, Other> = {
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

/** What a method does to the collection, and to one of its things. */
const VERBS: Record<string, [ofAll: string, ofOne: string]> = {
  GET: ['list', 'get'],
  PUT: ['put', 'put'],
  POST: ['create', ''],
  DELETE: ['', 'delete'],
};

const { operations, printed } = description as unknown as ApiDescription;
const OPERATIONS = Object.entries(operations);

/** What the command line manages, by name. */
export const RESOURCES: Record<string, Resource> = Object.fromEntries([
  ...Object.entries(printed).map(([name, columns]) => [name, thingOf(name, { columns })] as const),
  ...Object.entries(OTHERS).map(([name, other]) => [name, thingOf(name, other)] as const),
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

/** The same verb at several addresses. */
function joined(one: Verb | undefined, other: Verb): Verb {
  return {
    ...other,
    isOfOne: other.isOfOne || one?.isOfOne === true,
    takesMany: other.takesMany ?? one?.takesMany,
    query: { ...one?.query, ...other.query },
    body: other.body && { ...one?.body, ...other.body },
  };
}

/** The fields of a line of an import, as the API takes it; empty where it takes none. */
export function fieldsOfLine(collection: string): string[] {
  const isLine = ([at]: [string, Described]) => at === `POST ${collection}` || at.startsWith(`PUT ${collection}`);
  const fields = OPERATIONS.filter(isLine).flatMap(([at, { body = {} }]) => [
    ...Object.keys(body),
    ...Array.from(at.matchAll(/\{(\w+)\}/g), ([, name = '']) => name),
  ]);
  return [...new Set(fields)];
}
