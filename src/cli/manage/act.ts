import { fail } from '../../command/command.ts';
import type { Api } from './api.ts';
import { toFields } from './fields.ts';

interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** It concerns the collection, and not one thing of it. */
  ofAll?: boolean;
  /** The verb ends its path. */
  isNamed?: boolean;
}

const NAMED = { method: 'POST', isNamed: true } as const;
const NAMED_OF_ALL = { ...NAMED, ofAll: true } as const;

/** What the command line can do, and the request that does it. */
const VERBS = {
  list: { method: 'GET', ofAll: true },
  get: { method: 'GET' },
  tags: { method: 'GET', isNamed: true },
  deliveries: { method: 'GET', isNamed: true },
  put: { method: 'PUT' },
  delete: { method: 'DELETE' },
  discard: { method: 'DELETE', ofAll: true },
  create: { method: 'POST', ofAll: true },
  answer: { method: 'POST', ofAll: true },
  propose: NAMED_OF_ALL,
  try: NAMED_OF_ALL,
  poll: NAMED_OF_ALL,
  pause: NAMED_OF_ALL,
  resume: NAMED_OF_ALL,
  merge: NAMED,
  restore: NAMED,
  rotate: NAMED,
  sign: NAMED,
  test: NAMED,
  replay: NAMED,
  accept: NAMED,
} as const satisfies Record<string, Request>;

export type Verb = keyof typeof VERBS;
export const isVerb = (word: string): word is Verb => Object.hasOwn(VERBS, word);

/** What the command line manages: a thing with its collection in the API and what it can do. */
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

/** What the words of a command ask for. */
export interface Act {
  verb: Verb;
  /** Names or ids after the verb. */
  refs: readonly string[];
  /** The options, as they were typed. */
  given: Record<string, string>;
  /** The text of `--file`. */
  file?: string | undefined;
}

/** Method and path of what a verb asks of a thing; `one`: what stands in the path for one of several. */
export function requestOf(thing: Thing, { verb, file }: Pick<Act, 'verb' | 'file'>, one: () => string) {
  const { method, ofAll = false, isNamed = false }: Request = VERBS[verb];
  const isOfAll =
    ofAll || file !== undefined || thing.single || thing.namedBy !== undefined || thing.replays !== undefined;
  const collection = (verb === 'list' && thing.listedAt) || thing.collection;
  return { method, path: collection + (isOfAll ? '' : one()) + (isNamed ? `/${verb}` : '') };
}

type Answer = Record<string, unknown>;

/** Does it through the API and returns `data` of the answer; ends the command where the service refuses. */
export async function act(api: Api, thing: Thing, asked: Act): Promise<Answer> {
  const { verb, refs, given, file } = asked;
  const first = () => refs[0] ?? missing(verb);
  const { method, path } = requestOf(thing, asked, () => `/${pathOf(first())}`);
  const query = Object.keys(given).length > 0 ? `?${new URLSearchParams(given)}` : '';
  const fields = toFields(given);
  if (method === 'GET' || method === 'DELETE') return api.ask(method, path + query);
  switch (verb) {
    case 'put':
      if (file !== undefined) return api.ask(method, path, file);
      return thing.namedBy
        ? api.ask(method, path, [{ [thing.namedBy]: first(), ...fields }])
        : putOne(api, path, fields);
    case 'propose':
      return api.ask(method, path, { url: given.page ?? missing(verb) });
    case 'poll':
      return api.ask(method, path, refs.length > 0 ? { urls: refs } : {});
    case 'pause':
    case 'resume':
      return api.ask(method, path, { urls: refs.length > 0 ? refs : missing(verb) });
    case 'replay':
      return thing.replays === 'all' ? api.ask(method, path + query) : api.ask(method, path, fields);
    case 'merge':
      return api.ask(method, path + (given.dryRun ? `?dryRun=${given.dryRun}` : ''), fields);
    default:
      return api.ask(method, path, fields);
  }
}

const pathOf = (ref: string): string => ref.split('/').map(encodeURIComponent).join('/');

const missing = (verb: Verb): never => fail(`say which one: ${verb} needs a name, id or address`);

/** Changes the given fields of an existing resource, or creates a new one with them. What somebody else has changed meanwhile is refused. */
async function putOne(api: Api, path: string, fields: Answer): Promise<Answer> {
  const before = await api.find(path);
  const ids = (value: unknown) => (Array.isArray(value) ? value.map((each) => each?.contentId ?? each) : value);
  const { days: _, version: __, ...rest } = before?.data ?? {};
  const body = { ...rest, ...(rest.articles ? { articles: ids(rest.articles) } : {}), ...fields };
  const condition = before ? { 'If-Match': before.etag } : { 'If-None-Match': '*' };
  return api.ask('PUT', path, body, condition);
}
