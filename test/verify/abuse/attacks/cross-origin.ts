import { crc32 } from 'node:zlib';
import { generateKey } from '../../../../src/keys/key.ts';
import { mistyped, PARTNER, STRANGER } from '../newsroom.ts';
import { CONTENT_ID, rows, TAKES } from '../routes.ts';
import { type Attack, each, newReader, type Trial, withKey } from '../trial.ts';

const LOOKALIKES = [
  STRANGER,
  'http://partner.example',
  'https://partner.example:444',
  'https://partner.example.',
  'https://www.partner.example',
  'https://evilpartner.example',
  'https://xn--partner-7bg.example',
  'https://PARTNER.EXAMPLE@evil.example',
  'https://partner.example, https://evil.example',
  'https://evil.example#https://partner.example',
  'null',
  'undefined',
  'file://',
  '*',
];

const FRAMED = '/api/v2/feed?output=html&limit=3';

/** Pages of other sites must get no credentials, no responses to a key bound to another site, and no frames. */
export const crossOrigin: Attack = async (trial, pick) => {
  const { bound, living } = trial.keys;
  const asked = rows.filter(({ access }, i) => pick(i, TAKES[access] === 'operator' ? 8 : 2));
  await each(asked, async ({ path, method, name }) => {
    for (const origin of [STRANGER, 'null']) {
      const preflight = { Origin: origin, 'Access-Control-Request-Method': method };
      for (const [how, headers] of [
        ['OPTIONS', { ...preflight, 'Access-Control-Request-Headers': 'authorization, x-evil' }],
        [method, { Origin: origin, Cookie: 'a=b' }],
      ] as const) {
        const answer = await trial.ask('cross-origin', path, { method: how, headers: { ...newReader(), ...headers } });
        const allowed = answer.headers.get('Access-Control-Allow-Origin');
        const sound = allowed === '*' || allowed === null;
        trial.expect(sound, 'cross-origin', `${how} ${name} from ${origin}`, `names the origin ${allowed}`);
      }
    }
  });
  const forbidden = rows.filter(({ access }) => access === 'read' || access === 'beacon');
  await each(forbidden.entries(), async ([place, { path, method, access, body, name }]) => {
    for (const origin of LOOKALIKES.filter((_, i) => pick(place + i, 3))) {
      const headers = { ...newReader(), Origin: origin };
      const ask =
        access === 'read'
          ? { method, headers: withKey(bound, headers) }
          : { method, headers, body: JSON.stringify({ ...(body as object), key: bound }) };
      const { status } = await trial.ask('cross-origin', path, ask);
      trial.expect(status === 403, 'cross-origin', `${name} with a bound key from ${origin}`, `answered ${status}`);
    }
  });
  for (const [key, ancestors] of [
    [bound, PARTNER],
    [living.publishable, '*'],
    [bound, PARTNER],
    [living.secret, '*'],
  ] as const) {
    const { headers } = await trial.ask('cross-origin', FRAMED, { headers: withKey(key) });
    const told = /frame-ancestors ([^;]*)/.exec(headers.get('Content-Security-Policy') ?? '')?.[1];
    trial.expect(told === ancestors, 'cross-origin', FRAMED, `may be framed by ${told}, not ${ancestors}`);
    trial.expect(!headers.has('X-Frame-Options'), 'cross-origin', FRAMED, 'contradicts its policy');
  }
};

const KIND = 'open redirect';
const EVIL = 'evil.example';

const PLACES = [
  `https://${EVIL}`,
  `https:%2f%2f${EVIL}`,
  `//${EVIL}`,
  `%2f%2f${EVIL}`,
  `/\\${EVIL}`,
  `\\\\${EVIL}`,
  `@${EVIL}`,
  `1@${EVIL}`,
  `1/https://${EVIL}`,
  `1/../../${EVIL}`,
  `1%0d%0aLocation:%20https://${EVIL}`,
  `1%0aX-Evil:%201`,
  `1%00https://${EVIL}`,
  `1;https://${EVIL}`,
  `1.${EVIL}`,
  '1e0',
  '0',
  '-1',
  '900000',
  '9007199254740993',
  '%31',
];

const GOALS = ['url', 'to', 'next', 'redirect', 'redirect_uri', 'return', 'goto', 'u', 'target', 'location'];

/** Paths that file servers redirect to a normalised path, which must not lead to another site. */
const FOLDERS = [
  `//${EVIL}/`,
  `//${EVIL}/index.html`,
  `//${EVIL}/%2e%2e`,
  `/\\${EVIL}/`,
  `/%2f${EVIL}/`,
  `/%5c${EVIL}/`,
];

export const redirect: Attack = async (trial) => {
  const { living } = trial.keys;
  const { body } = await trial.ask(KIND, '/api/v2/feed?limit=100', { headers: withKey(living.secret) });
  const own = new Set((JSON.parse(body) as { items: { url: string }[] }).items.map(({ url }) => url));
  const key = `key=${living.publishable}`;
  const paths = [
    ...PLACES.map((place) => `/go/${place}?${key}`),
    ...GOALS.map((name) => `/go/${CONTENT_ID}?${key}&${name}=https://${EVIL}`),
    ...GOALS.map((name) => `/go/900000?${key}&${name}=//${EVIL}`),
    ...FOLDERS,
    `/go/${CONTENT_ID}?${key}#https://${EVIL}`,
    `/go/${CONTENT_ID}?${key}&${key}`,
    `/go/?${key}&url=https://${EVIL}`,
  ];
  for (const path of paths) {
    const { status, headers } = await trial.ask(KIND, path, { headers: newReader() });
    const location = headers.get('Location');
    if (location === null) trial.expect(status < 300 || status >= 400, KIND, path, `${status} without a Location`);
    else {
      const inside = new URL(location, trial.target.origin).origin === trial.target.origin;
      trial.expect(inside || own.has(location), KIND, path, `leads to ${location}`);
    }
    trial.expect(!headers.has('X-Evil'), KIND, path, 'adds a header');
  }
};

const TIMING_KIND = 'timing of key checks';
const ROUNDS = 300;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SUM_LENGTH = 6;

export type Timing = Record<string, number>;

/** Measures how long it takes to reject keys that share more and more digits with an active key. */
export async function timing(trial: Trial): Promise<Timing> {
  const { secret } = trial.keys.living;
  const attempts: Record<string, () => string> = {
    'no key of ours': () => 'letmein',
    'wrong checksum of a living key': () => mistyped(secret),
    'well formed, nothing in common': () => generateKey('secret'),
    'shares 14 of 28 digits': () => sharing(secret, 14),
    // Longer common prefixes leave so few different keys that some repeat, and recently rejected keys are cached.
    'shares 24 of 28 digits': () => sharing(secret, 24),
  };
  const names = Object.keys(attempts);
  const taken = new Map<string, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < names.length; i++) {
      const name = names[(i + round) % names.length] ?? '';
      // Each request has a new address, because unknown keys are limited per address.
      const headers = withKey(attempts[name]?.() ?? '', newReader());
      const began = performance.now();
      const { status } = await trial.ask(TIMING_KIND, '/api/v2/feed', { headers });
      taken.get(name)?.push(performance.now() - began);
      trial.expect(status === 401, TIMING_KIND, name, `answered ${status}`);
    }
  }
  return Object.fromEntries(Array.from(taken, ([name, times]) => [name, median(times)]));
}

/** Returns another key with the same first digits and a valid checksum. */
function sharing(key: string, digits: number): string {
  const other = generateKey('secret');
  const at = 'ngs_'.length + digits;
  const body = key.slice(0, at) + other.slice(at, -SUM_LENGTH);
  return key.startsWith(body) ? sharing(key, digits) : body + checksum(body);
}

function checksum(text: string): string {
  const value = crc32(text);
  return Array.from({ length: SUM_LENGTH }, (_, i) => DIGITS[Math.floor(value / 62 ** (SUM_LENGTH - 1 - i)) % 62]).join(
    '',
  );
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
