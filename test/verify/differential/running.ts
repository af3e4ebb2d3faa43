import { failCommand } from '../../../src/command/command.ts';
import type { BothServers } from './servers.ts';

type TwoServers = Pick<BothServers, 'keys' | 'articles' | 'topics' | 'stop'> & Record<'node' | 'worker', { url: URL }>;

/** Connects to two running servers with copies of the same state. Their keys come from the environment. */
export async function runningServers(addresses: string): Promise<TwoServers> {
  const [a, b] = addresses.split(',').map((address) => new URL(address));
  if (!a || !b) failCommand('--servers: must be two addresses');
  const key = (name: string) => process.env[name] ?? failCommand(`${name} is missing`);
  const keys = { secret: key('SECRET_KEY'), publishable: key('PUBLISHABLE_KEY'), operator: key('OPERATOR_KEY') };
  const read = async (path: string) =>
    (await fetch(new URL(path, a), { headers: { Authorization: `Bearer ${keys.secret}` } })).json();
  const { items } = (await read('/api/v2/feed/?limit=100')) as { items: { id: string }[] };
  const { data } = (await read('/api/v2/topics/list/')) as { data: { topics: { id: number }[] } };
  return {
    ...{ keys, node: { url: b }, worker: { url: a }, stop: async () => {} },
    articles: items.map(({ id }) => Number(id)).toReversed(),
    topics: data.topics.map(({ id }) => id),
  };
}
