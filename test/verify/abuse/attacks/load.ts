import { generateKey } from '../../../../src/keys/key.ts';
import { EVERYTHING } from '../../../../src/search/feed-filters.ts';
import { CONTENT_ID } from '../routes.ts';
import { type Answer, type Ask, type Attack, isBusy, newReader, withKey } from '../trial.ts';

const KIND = 'crowds';
const WORDS = 99;
const PATIENCE = 20;

/** Some of a client's many simultaneous requests must be rejected, and other clients must not have to wait. */
export const crowds: Attack = async (trial) => {
  const { secret, publishable, operator } = trial.keys.living;
  let asked = 0;
  const feed = (query: string, headers: Record<string, string>, isCrowd = false) => {
    const colour = (++asked).toString(16).padStart(6, '0');
    return trial.ask(KIND, `/api/v2/feed/?limit=1&accent=%23${colour}&${query}`, { headers }, isCrowd);
  };
  const others = async (what: string) => {
    let answer = await feed('', withKey(publishable, newReader()), true);
    for (let tries = 0; isBusy(answer) && tries < PATIENCE; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      answer = await feed('', withKey(publishable, newReader()), true);
    }
    const { status } = answer;
    trial.expect(status === 200, KIND, what, `another reader was answered ${status}`);
  };
  const crowd = async (what: string, count: number, allowed: number[], ask: (i: number) => Promise<Answer>) => {
    const answers = Array.from({ length: count }, (_, i) => ask(i));
    await others(what);
    const taken = (await Promise.all(answers)).filter((answer) => !isBusy(answer));
    const statuses = taken.map(({ status }) => status);
    const wrong = statuses.find((status) => !allowed.includes(status));
    trial.expect(wrong === undefined, KIND, what, `answered ${wrong}`);
    trial.expect(taken.length > 0, KIND, what, 'all were refused as too busy');
    return statuses;
  };

  const one = newReader();
  await crowd('60 questions at once', 60, [200, 429], () => feed('', withKey(publishable, one), true));
  const words = Array.from({ length: WORDS }, (_, i) => `word${i}`).join(',');
  await crowd('20 searches of 100 words at once', 20, [200, 429], (i) =>
    feed(`searchTerms=${words},last${i}`, withKey(secret, one), true),
  );
  const cheap = await feed('', withKey(secret, one));
  trial.expect(cheap.status === 200, KIND, 'a cheap question after them', `answered ${cheap.status}`);

  const guesses = await crowd('60 guesses at the sign-in', 60, [401, 429], () =>
    trial.ask(KIND, '/session', { method: 'POST', headers: withKey(generateKey('operator'), one) }, true),
  );
  const looked = guesses.filter((status) => status === 401).length;
  trial.expect(looked <= 30, KIND, '60 guesses at the sign-in', `${looked} were looked at`);
  const { status } = await trial.ask(KIND, '/session', { method: 'POST', headers: withKey(operator, newReader()) });
  trial.expect(status === 200, KIND, 'a sign-in from elsewhere', `answered ${status}`);

  const forger = newReader();
  // There are two bursts, because an isolate limits the simultaneous requests of one address.
  const forged: number[] = [];
  for (const crowdOf of ['50 forged keys', '50 more forged keys'])
    forged.push(
      ...(await crowd(crowdOf, 50, [401, 429], () => feed('', withKey(generateKey('secret'), forger), true))),
    );
  const found = forged.filter((each) => each === 401).length;
  trial.expect(found <= 60, KIND, '100 forged keys', `${found} were looked up`);
};

const FLOODS_KIND = 'floods';
const MB = 1024 * 1024;
const LISTS = Object.entries(EVERYTHING).flatMap(([name, value]) => (Array.isArray(value) ? name : []));
const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);

/** The service must answer excessive input of every kind, or reject it with the matching error, but never fail. */
export const floods: Attack = async (trial) => {
  const { secret, operator, publishable } = trial.keys.living;
  const read = (path: string, headers: Ask['headers'] = {}): [string, Ask] => [
    `/api/v2${path}`,
    { headers: { ...withKey(secret), ...headers } },
  ];
  const put = (path: string, body: string): [string, Ask] => [
    `/manage/${path}`,
    { method: 'PUT', headers: withKey(operator), body },
  ];
  const beacon = (body: string): [string, Ask] => ['/clicks', { method: 'POST', headers: newReader(), body }];
  const good = `"key":"${publishable}","contentId":${CONTENT_ID}`;

  const inputs: [what: string, statuses: number[], request: [string, Ask]][] = [
    ...[10, 100, 500].map((count): (typeof inputs)[number] => [
      `${count} headers`,
      [200, 431, 0],
      read('/feed?limit=1', Object.fromEntries(Array.from({ length: count }, (_, i) => [`X-Flood-${i}`, `${i}`]))),
    ]),
    ...[4, 16, 64, 1024].flatMap((kilobytes): typeof inputs =>
      ['X-Flood', 'Cookie', 'If-None-Match', 'Origin', 'Referer', 'User-Agent'].map((name) => [
        `${name} of ${kilobytes} KB`,
        [200, 400, 431, 0],
        read('/feed?limit=1', { [name]: '"a",'.repeat(kilobytes * 256) }),
      ]),
    ),
    ...[8, 60].map((kilobytes): (typeof inputs)[number] => [
      `a key of ${kilobytes} KB`,
      [401, 431, 0],
      read('/feed', { Authorization: `Bearer ngs_${'0'.repeat(kilobytes * 1024)}` }),
    ]),
    ['a thousand cookies', [200, 431, 0], read('/feed?limit=1', { Cookie: 'a=b; '.repeat(1000) })],
    ...[2, 8, 14].map((kilobytes): (typeof inputs)[number] => [
      `an address of ${kilobytes} KB`,
      [200, 414, 431, 0],
      read(`/feed?searchTerms=${'a'.repeat(kilobytes * 1000)}`),
    ]),
    ['an address of 1 MB', [414, 431, 400, 0], read(`/feed?searchTerms=${'a'.repeat(MB)}`)],
    ['a path of 10,000 parts', [404, 414, 431, 0], read('/a'.repeat(5000))],
    ['2,000 unknown parameters', [200, 414, 431, 0], read(`/feed?${'a=b&'.repeat(2000)}`)],
    ['one parameter 2,000 times', [400, 414, 431, 0], read(`/feed?${'limit=1&'.repeat(1000)}`)],
    ...LISTS.map((name): (typeof inputs)[number] => [
      `101 values of ${name}`,
      [400],
      read(`/feed?${name}=${Array.from({ length: 101 }, (_, i) => i + 1)}`),
    ]),
    ...LISTS.map((name): (typeof inputs)[number] => [
      `5,000 empty values of ${name}`,
      [200],
      read(`/feed?limit=1&${name}=${','.repeat(5000)}`),
    ]),
    [
      '100 long words',
      [200, 431, 0],
      read(`/feed?searchTerms=${Array.from({ length: 100 }, (_, i) => `${i}`.repeat(60))}`),
    ],
    ['a beacon of 4,097 bytes', [413], beacon(`{${good},"x":"${'a'.repeat(4097)}"}`)],
    ['a beacon of 1 MB', [413], beacon('a'.repeat(MB))],
    ['a beacon of 4,000 brackets', [400], beacon(nested(2000, '[', ']'))],
    ['a beacon 600 deep', [202], beacon(`{${good},"x":${nested(300, '{"a":[', ']}').replace('[]', '[1]')}}`)],
    ...['articles', 'topics', 'companies', 'sources', 'geo-groups'].flatMap((collection): typeof inputs => [
      [`more than 5 MB of ${collection}`, [413, 0], put(collection, `[${' '.repeat(5 * MB)}]`)],
      [`${collection} 100,000 deep`, [200, 400], put(collection, nested(100_000, '[', ']'))],
      [`${collection}: objects 50,000 deep`, [200], put(collection, nested(50_000, '{"a":', '}').replace('}', '1}'))],
      [`${collection}: a line of 4 MB`, [200], put(collection, `{"name":"${'a'.repeat(4 * MB)}"}`)],
      [`${collection}: 20,000 empty objects`, [200], put(collection, '{}\n'.repeat(20_000))],
      [`${collection}: a million empty lines`, [200], put(collection, '\n'.repeat(MB))],
      [`${collection}: an object of 100,000 fields`, [200], put(collection, `{${manyFields(100_000)}}`)],
    ]),
    ['an article with 100,000 topics', [200], put('articles', `{"topics":[${Array(100_000).fill(1)}]}`)],
    [
      'a selection of 100,000',
      [400],
      put('recommended/2026-01-01', `{"articles":[${Array.from({ length: 100_000 }, (_, i) => i + 1)}]}`),
    ],
    ['a body with a GET', [200], ['/api/v2/feed?limit=1', { headers: withKey(secret), body: 'a'.repeat(64 * 1024) }]],
  ];
  for (const [what, allowed, [path, ask]] of inputs) {
    const { status } = await trial.ask(FLOODS_KIND, path, ask).catch(refusedByRuntime);
    trial.expect(allowed.includes(status), FLOODS_KIND, what, `answered ${status}, not ${allowed.join(' or ')}`);
  }
  const after = await trial.ask(FLOODS_KIND, '/api/v2/feed?limit=1', { headers: withKey(secret) });
  trial.expect(after.status === 200, FLOODS_KIND, 'a plain request after the flood', `answered ${after.status}`);
};

const manyFields = (count: number) => Array.from({ length: count }, (_, i) => `"f${i}":${i}`).join();

/** Response if the server closed the connection while the client was still sending the request. */
const refusedByRuntime = (): Pick<Answer, 'status'> => ({ status: 0 });
