import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allKeys } from '../../keys.ts';
import type { Trial } from '../../trial.ts';

const KIND = 'log and storage';

/** Addresses that readers were given in `newReader`. */
const ADDRESS = /2001:db8:+[0-9a-f]/i;

/** What all of it has left behind: no key and no address, neither in the log nor in a file of the state. */
export function aftermath(trial: Trial, log: string, state: string): void {
  const keys = allKeys(trial.keys);
  for (const line of log.split('\n')) {
    if (line === '') continue;
    trial.count(KIND);
    const leaked = keys.some((key) => line.includes(key)) || /ng[spo]_[0-9A-Za-z]{34}/.test(line);
    trial.expect(!leaked, KIND, line, 'a key is logged');
    trial.expect(!ADDRESS.test(line), KIND, line, 'an address is logged');
    trial.expect(!/[?&](apiKey|key|searchTerms)=/.test(line), KIND, line, 'a query is logged');
  }
  for (const entry of readdirSync(state, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    trial.count(KIND);
    const file = join(entry.parentPath, entry.name);
    const bytes = readFileSync(file, 'latin1');
    trial.expect(!keys.some((key) => bytes.includes(key)), KIND, entry.name, 'a key is stored');
    trial.expect(!ADDRESS.test(bytes), KIND, entry.name, 'an address is stored');
  }
}
