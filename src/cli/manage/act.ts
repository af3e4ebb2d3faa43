import type { Api } from '../../command/api.ts';
import { fail } from '../../command/command.ts';
import type { Field, Verb } from './things.ts';

/** What the words of a command ask for. */
export interface Act {
  /** Names, ids or addresses. */
  refs: readonly string[];
  /** Values by field, as they were typed. */
  given: Record<string, string>;
}

type Answer = Record<string, unknown>;

/** Does it through the API and returns `data` of the answer; ends the command where the service refuses. */
export async function act(api: Api, verb: Verb, { refs, given }: Act): Promise<Answer> {
  const { method, query, body } = verb;
  const [ref] = refs;
  const values = Object.entries(given);
  const asked = new URLSearchParams(values.filter(([name]) => name in query));
  const fields: Answer = Object.fromEntries(
    values.flatMap(([name, text]) => (body?.[name] ? [[name, typedAs(body[name], text)]] : [])),
  );
  if (body?.urls && refs.length > 0) fields.urls = refs;
  if (verb.takesMany && !verb.isOfOne) return api.ask(method, verb.path, [{ url: ref, ...fields }]);
  if (verb.isOfOne && ref === undefined) fail('say which one: its name, id or address is missing');
  const one = verb.isOfOne && ref !== undefined ? [ref.split('/').map(encodeURIComponent).join('/')] : [];
  const path = [verb.path, ...one, ...(verb.end ? [verb.end] : [])].join('/');
  if (method === 'PUT') return putOne(api, path, fields);
  return api.ask(method, path + (asked.size > 0 ? `?${asked}` : ''), body && fields);
}

/** `12,14` is a list; other values are as JSON has them, and else text. */
function typedAs([kind]: Field, text: string): unknown {
  if (kind === 'text' || (kind === 'clearable' && text !== 'null')) return text;
  const value = parsed(text);
  const isList = kind === 'texts' || kind === 'values';
  if (!isList || Array.isArray(value) || value === null) return value;
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => (kind === 'values' && /^\d+$/.test(part) ? Number(part) : part));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Changes the given fields of an existing resource, or creates a new one with them. What somebody else has changed meanwhile is refused. */
async function putOne(api: Api, path: string, fields: Answer): Promise<Answer> {
  const before = await api.find(path);
  const ids = (value: unknown) => (Array.isArray(value) ? value.map((each) => each?.contentId ?? each) : value);
  const { days: _, version: __, ...rest } = before?.data ?? {};
  const body = { ...rest, ...(rest.articles ? { articles: ids(rest.articles) } : {}), ...fields };
  const condition = before ? { 'If-Match': before.etag } : { 'If-None-Match': '*' };
  return api.ask('PUT', path, body, condition);
}
