import type { Db } from '../../../../src/db/client.ts';
import type { SigningStores } from '../../../../src/keys/signing.ts';
import type { Answer, Ask } from '../trial.ts';
import type { Population } from './newsroom.ts';

/** Connection properties that the edge adds, as in `request.cf`. */
export interface Edge {
  asn?: number;
  continent?: string;
}

export interface PlacedAsk extends Ask {
  cf?: Edge;
}

/** The attacked service with an adjustable clock, under vitest or under Miniflare. */
export interface Stage {
  ask(path: string, ask?: PlacedAsk): Promise<Answer>;
  /** Database in which keys are created and from which counts are read that the API does not return. */
  db: Db;
  kv: SigningStores['kv'];
  /** The service's clock, in epoch milliseconds. */
  now(): number;
  advance(hours: number): Promise<void>;
  settle(): Promise<void>;
}

export interface Origin {
  address: string;
  asn: number;
  agent: string;
  headers?: Record<string, string>;
}

export interface Cost {
  requests: number;
  addresses: number;
  networks: number;
  agents: number;
  said: Record<string, number>;
}

export class Sender {
  readonly #stage: Stage;
  readonly #seen = { addresses: new Set<string>(), networks: new Set<number>(), agents: new Set<string>() };
  readonly #said = new Map<string, number>();
  #requests = 0;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  beacon(from: Origin, body: { key: string; contentId: number; [field: string]: unknown }): Promise<Answer> {
    return this.#send('/clicks', from, 'POST', JSON.stringify(body));
  }

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

export interface Scene {
  stage: Stage;
  sender: Sender;
  people: Population;
  /** The silent articles (articles without readers) that the attack promotes. */
  articles: readonly number[];
  keys: InflationKeys;
  /** Fraction of the full attack. `npm test` uses a small fraction that still exceeds every limit. */
  scale: number;
}

export interface InflationKeys {
  /** Publishable keys: `open` works on any page, `bound` only on pages of `PARTNER`. */
  open: string;
  bound: string;
  signing: string;
  signingSecret: string;
  otherSecret: string;
  operator: string;
}

export interface Inflation {
  name: string;
  days?: number;
  articles?: number;
  /** Whether the articles are published only after the attack. */
  isEarly?: true;
  run(scene: Scene): Promise<void>;
  /** Maximum number of clicks that may be counted for one article, at this scale. */
  counted(scale: number): number;
  weighs: number;
  /**
   * Whether the attack's class has a larger share than the documentation promises to handle. Its rank is only reported.
   */
  isBeyond?: true;
}

/** Returns `whole` scaled, but at least `least`. The default exceeds the clicks counted per address. */
export const times = (whole: number, scale: number, least = 24): number => Math.max(least, Math.round(whole * scale));

/** Returns the i-th address of a fleet. Each belongs to a different subscriber. */
export const addressOf = (i: number): string => `100.${64 + (i >> 16)}.${(i >> 8) & 255}.${i & 255}`;

export async function repeat(count: number, work: (i: number) => Promise<unknown>, atOnce = 8): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
