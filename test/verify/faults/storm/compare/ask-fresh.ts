import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../../../bench/lib/http.ts';
import type { Server } from '../server.ts';

const TRIES = 5;
let asked = 0;

/** Asks at an address of its own, so that no cache knows the answer. Fails where the service does, faults being over. */
export async function askFresh(server: Server, path: string, key: string): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await server.ask(path, { headers: { 'X-API-Key': key, Host: `n${asked++}.newsgauge.example` } });
    if (answer && answer.status < 500) return answer;
    if (attempt === TRIES) throw new Error(`${path} answers ${answer?.status} ${answer?.body.slice(0, 300)}`);
    await sleep(500 * attempt);
  }
}
