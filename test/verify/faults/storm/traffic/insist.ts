import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../../../bench/lib/http.ts';
import type { Figures } from '../figures.ts';
import type { Ask, Server } from '../server.ts';

const PAUSE = 300;
const TRIES = 400;

/** Repeats a request until it is answered with success, as publishers and operators do. A refusal ends the run, unless it is taken for one. */
export async function insist(
  { server, figures }: { server: Server; figures: Figures },
  { endpoint, path, ...ask }: Ask & { endpoint: string; path: string },
  isDone: (answer: Answer, attempt: number) => boolean = () => false,
): Promise<Answer> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const { up } = server;
    const answer = await server.ask(path, ask);
    figures.record(endpoint, answer, up);
    if (answer && (answer.status === 200 || isDone(answer, attempt))) return answer;
    if (answer && answer.status < 500) throw new Error(`${endpoint}: ${answer.status} ${answer.body.slice(0, 500)}`);
    await sleep(PAUSE);
  }
  throw new Error(`${endpoint}: no success in ${TRIES} attempts`);
}
