/** Child process that reads the feed on its stdin. Prints CPU seconds and accepted items as JSON. */
import { readFileSync } from 'node:fs';
import { decode } from '../../../../src/syndication/read/decode.ts';
import { readDocument } from '../../../../src/syndication/read/read-feed.ts';

const bytes = new Uint8Array(readFileSync(0));
const start = process.cpuUsage();
const { entries } = readDocument(decode(bytes).text);
const { user, system } = process.cpuUsage(start);
console.log(JSON.stringify({ cpu: (user + system) / 1e6, items: entries.length }));
