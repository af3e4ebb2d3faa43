/**
 * `npm run check:start`: starts newsgauge on an empty state as a stranger would, asks every printed URL and what the demo newsroom has
 * to show, and stops it.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../src/cli/database/runtime.ts';
import { NAVIGATION } from '../../src/web/shells/base/navigation.ts';
import { untilReady } from '../../test/support/ready.ts';
import { freePort } from '../../test/support/servers/free-port.ts';
import { missingInDemo } from './demo.ts';

const STOP = 10_000;
const EXPECTED_URLS = 6;

const state = mkdtempSync(join(tmpdir(), 'newsgauge-'));
const server = spawn('npm', ['start', '--silent'], {
  cwd: ROOT,
  env: { ...process.env, PORT: String(await freePort()), STATE_DIR: state },
  stdio: ['ignore', 'pipe', 'inherit'],
  // A group of its own, so that npm, node and workerd all end with it.
  detached: true,
});

try {
  const began = Date.now();
  const urls: string[] = [];
  const pages: string[] = [];
  let secret = '';
  for (const line of await untilReady(server)) {
    const url = /(http:\/\/localhost:\S+apiKey=\S+)/.exec(line)?.[1];
    if (url) urls.push(url);
    const page = /^ +\w+ +(http:\/\/localhost:\d+\/\w*)$/.exec(line)?.[1];
    if (page && urls.length === 0) pages.push(page);
    secret ||= /^ +secret +(\S+)$/.exec(line)?.[1] ?? '';
  }
  console.log(`ready after ${((Date.now() - began) / 1000).toFixed(1)} s`);
  if (urls.length < EXPECTED_URLS) throw new Error(`only ${urls.length} URLs were printed`);
  if (pages.length !== NAVIGATION.length)
    throw new Error(`${pages.length} pages were printed before the other addresses`);
  for (const url of [...pages, ...urls]) {
    const response = await fetch(url);
    const body = await response.text();
    const shown = url.replace(/apiKey=\S+/, 'apiKey=…');
    if (response.status !== 200 || body.length < 500)
      throw new Error(`${shown} answered ${response.status} with ${body.length} characters`);
    console.log(`${response.status} ${String(body.length).padStart(6)} characters  ${shown}`);
  }
  const missing = await missingInDemo(new URL(urls[0] ?? ''), secret);
  if (missing.length > 0) throw new Error(`the demo newsroom does not show: ${missing.join('; ')}`);
  console.log('the demo newsroom shows four weeks of clicks');
  console.log(`${pages.length + urls.length} passed, 0 failed`);
} finally {
  await stop();
}

async function stop(): Promise<void> {
  if (server.pid) process.kill(-server.pid, 'SIGTERM');
  // It lets go of its state last, when everything that was accepted is counted.
  const record = join(state, 'server.json');
  for (const end = Date.now() + STOP; Date.now() < end && existsSync(record); ) await sleep(100);
  const stopsInTime = !existsSync(record);
  rmSync(state, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  if (!stopsInTime) {
    console.error(`not stopped within ${STOP / 1000} s`);
    process.exit(1);
  }
}
