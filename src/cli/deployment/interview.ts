import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { getDomain } from 'tldts';
import { failCommand } from '../../command/command.ts';
import { ROOT } from '../../command/paths.ts';
import { JURISDICTIONS, LOCATIONS } from './places.ts';
import type { DataPlace } from './resources.ts';
import { PUBLISHER_CONFIG } from './settings.ts';

export interface Answers {
  name: string;
  host: string;
  authority: string;
}

const PLACES = [...LOCATIONS, ...JURISDICTIONS];

const QUESTIONS = {
  name: 'Name of the Worker and prefix of its resources',
  host: 'Host name of the service, in a zone of your account',
  authority: 'Domain in the article ids of RSS feeds (cannot be changed later)',
  place: `Location of the database (cannot be changed later): ${PLACES.join(', ')}`,
};

const HOST = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;
const NAME = /^[a-z0-9]([a-z0-9-]{0,40}[a-z0-9])?$/;

export const tomlOf = ({ name, host, authority }: Answers): string => `name = "${name}"

[vars]
GUID_AUTHORITY = "${authority}"

[[routes]]
pattern = "${host}"
custom_domain = true
`;

/** Prompts for missing settings and the location of a new database. Does nothing in Cloudflare's build. */
export async function interview(place: DataPlace, ask: Asker): Promise<DataPlace> {
  if (existsSync(join(ROOT, PUBLISHER_CONFIG)) || process.env.WORKERS_CI) return place;
  const name = await until(ask, [QUESTIONS.name, 'newsgauge'], NAME, 'lower-case letters, digits and hyphens');
  const host = await until(ask, [QUESTIONS.host, ''], HOST, 'a host name such as news.example.com');
  const domain = getDomain(host) ?? host;
  const authority = await until(ask, [QUESTIONS.authority, domain], HOST, 'a domain such as example.com');
  writeFileSync(join(ROOT, PUBLISHER_CONFIG), tomlOf({ name, host, authority }));
  console.log(`Wrote ${PUBLISHER_CONFIG}`);
  if (place.location || place.jurisdiction) return place;
  return placeOf(await until(ask, [QUESTIONS.place, 'weur'], PLACE_PATTERN, PLACES.join(', ')));
}

const PLACE_PATTERN = new RegExp(`^(${PLACES.join('|')})$`);

const placeOf = (answer: string): DataPlace =>
  (JURISDICTIONS as readonly string[]).includes(answer) ? { jurisdiction: answer } : { location: answer };

export type Asker = (question: string, usual: string) => Promise<string>;

async function until(ask: Asker, [question, usual]: [string, string], allowed: RegExp, words: string): Promise<string> {
  for (;;) {
    const answer = (await ask(question, usual)).trim().toLowerCase() || usual;
    if (allowed.test(answer)) return answer;
    console.error(`It must be ${words}.`);
  }
}

export function askerOfTerminal(): Asker | null {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return null;
  return async (question, usual) => {
    const lines = createInterface({ input: process.stdin, output: process.stdout });
    const ended = new Promise<null>((resolve) => lines.once('close', () => resolve(null)));
    const answer = await Promise.race([lines.question(`${question}${usual ? ` [${usual}]` : ''}: `), ended]);
    lines.close();
    return answer ?? failCommand('Nothing was deployed.');
  };
}

export async function agree(ask: Asker): Promise<void> {
  if (!/^y(es)?$/.test((await ask('Deploy this?', 'no')).trim().toLowerCase())) failCommand('Nothing was deployed.');
}
