import { fail } from '../../command/command.ts';
import type { Api } from './api.ts';
import { toFields } from './fields.ts';
import type { Thing, Verb } from './things.ts';

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

type Answer = Record<string, unknown>;

/** Does it through the API and returns `data` of the answer; ends the command where the service refuses. */
export async function act(api: Api, thing: Thing, { verb, refs, given, file }: Act): Promise<Answer> {
  const { collection, single } = thing;
  const one = () => (single ? collection : `${collection}/${pathOf(refs[0] ?? missing(verb))}`);
  const query = Object.keys(given).length > 0 ? `?${new URLSearchParams(given)}` : '';
  const fields = toFields(given);
  switch (verb) {
    case 'list':
      return api.ask('GET', (thing.listedAt ?? collection) + query);
    case 'get':
      return api.ask('GET', one());
    case 'tags':
      return api.ask('GET', `${one()}/tags`);
    case 'deliveries':
      return api.ask('GET', `${one()}/deliveries${query}`);
    case 'delete':
      return api.ask('DELETE', one() + query);
    case 'discard':
      return api.ask('DELETE', collection + query);
    case 'put':
      if (file !== undefined) return api.ask('PUT', collection, file);
      return thing.namedBy
        ? api.ask('PUT', collection, [{ [thing.namedBy]: refs[0] ?? missing(verb), ...fields }])
        : putOne(api, one(), fields);
    case 'create':
    case 'answer':
      return api.ask('POST', collection, fields);
    case 'propose':
      return api.ask('POST', `${collection}/propose`, { url: given.page ?? missing(verb) });
    case 'try':
      return api.ask('POST', `${collection}/try`, fields);
    case 'poll':
      return api.ask('POST', `${collection}/poll`, refs.length > 0 ? { urls: refs } : {});
    case 'pause':
    case 'resume':
      return api.ask('POST', `${collection}/${verb}`, { urls: refs.length > 0 ? refs : missing(verb) });
    case 'replay':
      return thing.replays === 'all'
        ? api.ask('POST', `${collection}/replay${query}`)
        : api.ask('POST', `${one()}/replay`, fields);
    case 'merge':
      return api.ask('POST', `${one()}/merge${given.dryRun ? `?dryRun=${given.dryRun}` : ''}`, fields);
    default:
      return api.ask('POST', `${one()}/${verb}`, fields);
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
