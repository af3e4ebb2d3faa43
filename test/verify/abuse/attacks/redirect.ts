import { newReader, withKey } from '../request.ts';
import { CONTENT_ID } from '../routes.ts';
import type { Attack } from '../trial.ts';

const KIND = 'open redirect';
const EVIL = 'evil.example';

/** Values in place of an id behind `/go/`. */
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

/** Parameters that other redirectors take their goal from. */
const GOALS = ['url', 'to', 'next', 'redirect', 'redirect_uri', 'return', 'goto', 'u', 'target', 'location'];

/** Spellings that a server of files sends on to a tidier one, which must not be another site's. */
const FOLDERS = [
  `//${EVIL}/`,
  `//${EVIL}/index.html`,
  `//${EVIL}/%2e%2e`,
  `/\\${EVIL}/`,
  `/%2f${EVIL}/`,
  `/%5c${EVIL}/`,
];

/** Links that would lead to other places than an article's own address. */
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
