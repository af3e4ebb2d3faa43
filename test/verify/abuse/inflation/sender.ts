import type { Answer } from '../trial.ts';
import type { Stage } from './stage.ts';

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
