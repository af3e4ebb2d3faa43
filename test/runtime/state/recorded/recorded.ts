import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import packageJson from '../../../../package.json' with { type: 'json' };
import { DAY_MS, type Millis, toSeconds, utcDay } from '../../../../src/lib/time.ts';

export const VERSION = packageJson.version;
const FOLDER = dirname(import.meta.filename);
export const RECORDED = join(FOLDER, `${VERSION}.json.gz`);

export interface Recorded {
  version: string;
  /** Date of the recording, in the form `2026-01-31`. */
  day: string;
  operator: string;
  secret: string;
  answers: Record<string, unknown>;
  files: Record<string, string>;
}

export const readRecorded = (file: string): Recorded =>
  JSON.parse(gunzipSync(readFileSync(join(FOLDER, file))).toString());

export function layOut({ files }: Recorded, state: string): void {
  for (const [path, data] of Object.entries(files)) {
    const file = join(state, path);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, Buffer.from(data, 'base64'), { mode: 0o600 });
  }
}

export const dayOf = (at: Millis): string => utcDay(toSeconds(at));

/** Requests whose responses do not depend on the hour. */
function questions(day: string): Record<'operator' | 'secret', string[]> {
  const ago = (days: number) => dayOf(Date.parse(day) - days * DAY_MS);
  const range = `from=${ago(4)}&to=${ago(1)}`;
  return {
    operator: ['articles', 'topics', 'companies', 'sources', 'people', 'subscriptions', 'keys'].map(
      (of) => `/manage/${of}`,
    ),
    secret: [
      '/api/v2/feed/?limit=10',
      '/api/v2/feed/?limit=10&includeTopics=1&stories=1',
      `/api/v2/insights/popular-content/?${range}`,
      `/api/v2/insights/trending-topics/?${range}`,
    ],
  };
}

export async function answersOf(
  url: URL,
  { day, ...keys }: Pick<Recorded, 'day' | 'operator' | 'secret'>,
): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const [kind, paths] of Object.entries(questions(day)))
    for (const path of paths) {
      const response = await fetch(new URL(path, url), {
        headers: { Authorization: `Bearer ${keys[kind as 'operator']}` },
      });
      const text = (await response.text()).replaceAll(url.origin, '');
      // The last use of a key changes with each request.
      const body = JSON.parse(text, (name, value) => (name === 'lastUsed' ? undefined : value));
      answers[path] = { status: response.status, body };
    }
  return answers;
}
