import { SignJWT, UnsecuredJWT } from 'jose';
import { addressOf, type Inflation, repeat, type Scene, times } from '../attack.ts';
import { browser, RARE } from '../newsroom.ts';
import { A_DAY, FLOOR } from './one-address.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const HOUR = 3600;

interface Forgery {
  alg?: 'none';
  secret: (keys: Scene['keys']) => string;
  ends: number;
}

const FORGERIES: Record<string, Forgery> = {
  'of no algorithm': { alg: 'none', secret: () => '', ends: HOUR },
  'signed for another key': { secret: ({ otherSecret }) => otherSecret, ends: HOUR },
  'that have expired': { secret: ({ signingSecret }) => signingSecret, ends: -HOUR },
  'that end in ten years': { secret: ({ signingSecret }) => signingSecret, ends: 10 * 365 * 24 * HOUR },
};

/** Returns an attack with forged tokens. Each claims a different director, and all requests come from one address. */
const forged = (name: string, { alg, secret, ends }: Forgery, place: number): Inflation => ({
  name: `150 tokens ${name}, from one address`,
  async run({ stage, sender, articles, keys, scale, people }) {
    const [contentId = 0] = articles;
    const exp = Math.floor(stage.now() / 1000) + ends;
    await repeat(times(150, scale), async (i) => {
      const claims = { sub: `forged ${i}`, exp, companyType: 'broker', seniority: 'c-suite' };
      const token =
        alg === 'none'
          ? new UnsecuredJWT(claims).encode()
          : await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(bytes(secret(keys)));
      await sender.beacon(
        { address: `203.0.113.${10 + place}`, asn: people.networks[RARE] ?? 0, agent: browser(60_000 + i) },
        { key: keys.signing, contentId, companyType: 'broker', seniority: 'c-suite', token },
      );
    });
  },
  counted: () => A_DAY,
  weighs: FLOOR,
});

export const forgedTokens: Inflation[] = Object.entries(FORGERIES).map(([name, forgery], place) =>
  forged(name, forgery, place),
);

export const replay: Inflation = {
  name: 'A recorded beacon with its genuine token, sent again 300 times by 100 addresses of one network',
  async run({ stage, sender, articles, keys, scale, people }) {
    const [contentId = 0] = articles;
    const exp = Math.floor(stage.now() / 1000) + HOUR;
    const token = await new SignJWT({ sub: 'recorded', exp })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(bytes(keys.signingSecret));
    await repeat(times(300, scale), (i) =>
      sender.beacon(
        { address: addressOf(70_000 + (i % 100)), asn: people.networks[RARE] ?? 0, agent: people.reader(i).agent },
        { key: keys.signing, contentId, token },
      ),
    );
  },
  counted: () => 1,
  weighs: 1,
};

export const unsignedReplay: Inflation = {
  name: 'A recorded beacon without a token, sent again 300 times by its own address and by another one',
  async run({ sender, articles, keys, scale, people }) {
    const [contentId = 0] = articles;
    const reader = { address: '203.0.113.200', asn: people.networks[RARE] ?? 0, agent: people.agents[RARE] ?? '' };
    const body = { key: keys.open, contentId, hint: '1920x1080 Europe/London' };
    await repeat(times(300, scale), (i) =>
      sender.beacon(i % 2 ? reader : { ...reader, address: '203.0.113.201', agent: browser(70_000 + i) }, body),
    );
  },
  counted: () => 1 + A_DAY,
  weighs: FLOOR,
};
