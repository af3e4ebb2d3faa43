import type { Context } from 'hono';
import * as z from 'zod';
import { describeIssues } from '../lib/faults.ts';
import { parameterInvalid, payloadTooLarge } from './errors.ts';

export const MAX_BODY_BYTES = 5 * 1024 * 1024;

const MAX_DRAINED_BYTES = 6 * 1024 * 1024;

/** Drains an unread body. Otherwise, the connection is reset when it closes, and the client may lose the response. */
export async function drainBody(request: Request): Promise<void> {
  if (request.bodyUsed || !request.body) return;
  const { body } = request;
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > MAX_DRAINED_BYTES) return;
    }
  } catch {}
}

/** Reads a body as text. Rejects more than `max` bytes (413), even if `Content-Length` claims fewer. */
export async function readText(request: Request, max: number, allowed: string): Promise<string> {
  // Reads bodies with a known length at once, because reading chunks in JavaScript is slow for a click.
  if (Number(request.headers.get('Content-Length') ?? Number.POSITIVE_INFINITY) <= max) {
    const whole = await request.text().catch(throwBrokenBody);
    if (hasAtMost(whole, max)) return whole;
    throw payloadTooLarge(allowed);
  }
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of chunksOf(request)) {
    size += chunk.byteLength;
    if (size > MAX_DRAINED_BYTES) break;
    if (size <= max) text += decoder.decode(chunk, { stream: true });
  }
  if (size > max) throw payloadTooLarge(allowed);
  return text + decoder.decode();
}

async function* chunksOf({ body }: Request): AsyncIterable<Uint8Array> {
  try {
    yield* body ?? [];
  } catch {
    throwBrokenBody();
  }
}

function throwBrokenBody(): never {
  throw parameterInvalid({ body: 'was truncated before its end' });
}

/** Whether a string has at most `max` bytes in UTF-8. Encodes only strings with over `max / 3` UTF-16 units. */
const hasAtMost = (text: string, max: number): boolean =>
  text.length * 3 <= max || new TextEncoder().encode(text).byteLength <= max;

export interface Rejection {
  line: number;
  errors: Record<string, string>;
}

export interface BodyLine<T> {
  line: number;
  value: T;
}

/** Validates a body that is a JSON array or NDJSON. Returns the valid values, and the errors by line number. */
export async function readLines<S extends z.ZodType>(c: Context, schema: S, pause: () => Promise<void> | undefined) {
  const lines: BodyLine<z.output<S>>[] = [];
  const rejected: Rejection[] = [];
  for (const { line, value } of splitBody(await readText(c.req.raw, MAX_BODY_BYTES, '5 MB'))) {
    await pause();
    if (value === undefined) {
      rejected.push({ line, errors: { line: 'is not valid JSON' } });
      continue;
    }
    const result = z.safeParse(schema, value);
    if (result.success) lines.push({ line, value: result.data });
    else rejected.push({ line, errors: describeIssues(result.error) });
  }
  return { lines, rejected };
}

function* splitBody(body: string): Iterable<BodyLine<unknown>> {
  if (body.trimStart().startsWith('[')) {
    const values = parseJson(body);
    if (!Array.isArray(values))
      throw parameterInvalid({ body: 'must be a JSON array or NDJSON (one object per line)' });
    for (const [i, value] of values.entries()) yield { line: i + 1, value };
    return;
  }
  for (const [i, json] of body.split(/\r?\n/).entries())
    if (json.trim() !== '') yield { line: i + 1, value: parseJson(json) };
}

export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

export async function readObject<S extends z.ZodType>(c: Context, schema: S): Promise<z.output<S>> {
  const parsed = parseJson(await readText(c.req.raw, MAX_BODY_BYTES, '5 MB'));
  if (parsed === undefined) throw parameterInvalid({ body: 'must be valid JSON' });
  const result = z.safeParse(schema, parsed);
  if (!result.success) throw parameterInvalid(describeIssues(result.error));
  return result.data;
}
