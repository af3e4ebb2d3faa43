import { PARTNER, STRANGER } from '../keys.ts';
import { newReader, withKey } from '../request.ts';
import { rows } from '../routes.ts';
import { type Attack, each } from '../trial.ts';

/** Origins that look like the partner's, or like none. */
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

/** Pages of other sites: no credentials, no answer for a key that is bound elsewhere, no frame. */
export const crossOrigin: Attack = async (trial) => {
  const { bound, living } = trial.keys;
  await each(rows, async ({ path, method, name }) => {
    for (const origin of [STRANGER, 'null']) {
      const asked = { Origin: origin, 'Access-Control-Request-Method': method };
      for (const [how, headers] of [
        ['OPTIONS', { ...asked, 'Access-Control-Request-Headers': 'authorization, x-evil' }],
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
  await each(forbidden, async ({ path, method, access, body, name }) => {
    for (const origin of LOOKALIKES) {
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
