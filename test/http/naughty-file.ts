/**
 * Asks a running service with every string of a JSON array (such as the Big List of Naughty Strings) in every place:
 * `SECRET_KEY=… OPERATOR_KEY=… node test/http/naughty-file.ts FILE.json http://localhost:8787`.
 * Ends with 1 where an answer was 5xx.
 */
import { readFile } from 'node:fs/promises';
import { attempts } from './naughty-requests.ts';

const [file, base] = process.argv.slice(2);
const { SECRET_KEY: secret = '', OPERATOR_KEY: operator = '' } = process.env;
if (!file || !base)
  throw new Error('usage: SECRET_KEY=… OPERATOR_KEY=… node test/http/naughty-file.ts FILE.json BASE_URL');

const strings = JSON.parse(await readFile(file, 'utf8')) as string[];
const counts = new Map<number, number>();
for (const text of strings) {
  for (const { place, path, init } of attempts(text, { secret, operator })) {
    let response = await fetch(base + path, init);
    while (response.status === 429) {
      await new Promise((resolve) => setTimeout(resolve, 5000));
      response = await fetch(base + path, init);
    }
    await response.arrayBuffer();
    counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
    if (response.status >= 500) console.error(`${response.status} ${place}: ${JSON.stringify(text)}`);
  }
}
console.log(`${strings.length} strings:`, Object.fromEntries([...counts].sort(([a], [b]) => a - b)));
process.exitCode = [...counts.keys()].some((status) => status >= 500) ? 1 : 0;
