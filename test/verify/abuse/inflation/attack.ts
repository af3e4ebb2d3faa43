import type { Db } from '../../../../src/db/client.ts';
import type { SigningStores } from '../../../../src/keys/signing.ts';
import type { Answer, Ask } from '../trial.ts';
import type { Population } from './newsroom.ts';

/** What the edge says of a connection, as in `request.cf`. */
export interface Edge {
  asn?: number;
  continent?: string;
}

export interface PlacedAsk extends Ask {
  cf?: Edge;
}

/** The service that is attacked, at a clock that can be moved: the Worker under vitest, or Miniflare's from the command. */
export interface Stage {
  ask(path: string, ask?: PlacedAsk): Promise<Answer>;
  /** What is stored, for keys and for what the API tells nobody: counts. */
  db: Db;
  kv: SigningStores['kv'];
  /** Epoch milliseconds by the service's clock. */
  now(): number;
  /** Moves the service's clock. */
  advance(hours: number): Promise<void>;
  /** Resolves when every accepted click is counted. */
  settle(): Promise<void>;
}

/** Where a request comes from, as the edge sees it. */
export interface Origin {
  address: string;
  asn: number;
  agent: string;
  headers?: Record<string, string>;
}

/** What an attack has cost so far. */
export interface Cost {
  requests: number;
  addresses: number;
  networks: number;
  agents: number;
  /** Requests by what the service said of them. */
  said: Record<string, number>;
}

/** Sends an attack's requests and counts what they cost. */
export class Sender {
  readonly #stage: Stage;
  readonly #seen = { addresses: new Set<string>(), networks: new Set<number>(), agents: new Set<string>() };
  readonly #said = new Map<string, number>();
  #requests = 0;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** A beacon with these fields. */
  beacon(from: Origin, body: { key: string; contentId: number; [field: string]: unknown }): Promise<Answer> {
    return this.#send('/clicks', from, 'POST', JSON.stringify(body));
  }

  /** A followed link; `query` holds its key or token. */
  follow(from: Origin, contentId: number, query: string): Promise<Answer> {
    return this.#send(`/go/${contentId}?${query}`, from, 'GET');
  }

  get cost(): Cost {
    const { addresses, networks, agents } = this.#seen;
    return {
      requests: this.#requests,
      addresses: addresses.size,
      networks: networks.size,
      agents: agents.size,
      said: Object.fromEntries([...this.#said].sort()),
    };
  }

  async #send(
    path: string,
    { address, asn, agent, headers = {} }: Origin,
    method: string,
    body?: string,
  ): Promise<Answer> {
    this.#requests++;
    this.#seen.addresses.add(address);
    this.#seen.networks.add(asn);
    this.#seen.agents.add(agent);
    const answer = await this.#stage.ask(path, {
      method,
      headers: {
        ...(method === 'POST' && { 'Content-Type': 'text/plain;charset=UTF-8' }),
        'User-Agent': agent,
        'Accept-Language': 'en-GB,en;q=0.9',
        ...headers,
        'CF-Connecting-IP': address,
      },
      ...(body !== undefined && { body }),
      cf: { asn, continent: 'EU' },
    });
    const said = answer.headers.get('X-Click')?.replace('dropped; reason=', '') ?? `${answer.status}`;
    this.#said.set(said, (this.#said.get(said) ?? 0) + 1);
    return answer;
  }
}

/** What an attack works with. */
export interface Scene {
  stage: Stage;
  sender: Sender;
  people: Population;
  /** The silent articles it is about. */
  articles: readonly number[];
  keys: InflationKeys;
  /** How much of the whole attack is made: `npm test` makes a part of it, which is more than all limits. */
  scale: number;
}

export interface InflationKeys {
  /** Publishable, of any page; and one for pages of `PARTNER` only. */
  open: string;
  bound: string;
  /** Publishable with a signing secret. */
  signing: string;
  signingSecret: string;
  /** The signing secret of another key. */
  otherSecret: string;
  operator: string;
}

export interface Inflation {
  /** What the attacker does. */
  name: string;
  /** Days that it takes; left out: it is over at once. */
  days?: number;
  /** Silent articles that it clicks; left out: one. */
  articles?: number;
  /** Its articles are published after it. */
  isEarly?: true;
  run(scene: Scene): Promise<void>;
  /** Clicks that may be counted at most for one of its articles, as the attack is made on this scale. */
  counted(scale: number): number;
  /** Engagement that one of its articles may reach at most. */
  weighs: number;
  /** Ranked only by what it says of itself: a class above the share for which anything is promised. */
  isBeyond?: true;
}

/** `whole` scaled, and at least `least`: the usual one is more than an address counts. */
export const times = (whole: number, scale: number, least = 24): number => Math.max(least, Math.round(whole * scale));

/** The i-th address of a fleet: each in a network of its own as subscribers have them. */
export const addressOf = (i: number): string => `100.${64 + (i >> 16)}.${(i >> 8) & 255}.${i & 255}`;

/** Does something `count` times, some at once. */
export async function repeat(count: number, work: (i: number) => Promise<unknown>, atOnce = 8): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
