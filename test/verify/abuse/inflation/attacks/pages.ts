import { MAIL_SETS } from '../../../../routes/clicks/header-sets.ts';
import { PARTNER, STRANGER } from '../../newsroom.ts';
import { addressOf, type Inflation, repeat, times } from '../attack.ts';
import { RARE } from '../newsroom.ts';
import { FLOOR } from './one-address.ts';

/** Attacks with requests that the browsers and mail gateways of readers send involuntarily. */

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15';
const fetched = (site: string, mode: string, dest: string) => ({
  'Sec-Fetch-Site': site,
  'Sec-Fetch-Mode': mode,
  'Sec-Fetch-Dest': dest,
});

/** Ways in which a foreign page can request a link without a click. */
const WAYS: { agent: string; headers: Record<string, string> }[] = [
  { agent: SAFARI, headers: fetched('cross-site', 'navigate', 'iframe') },
  { agent: CHROME, headers: fetched('cross-site', 'navigate', 'object') },
  { agent: SAFARI, headers: fetched('cross-site', 'no-cors', 'image') },
  { agent: SAFARI, headers: { ...fetched('cross-site', 'cors', 'empty'), Origin: STRANGER } },
  { agent: CHROME, headers: fetched('cross-site', 'navigate', 'document') },
  { agent: SAFARI, headers: { ...fetched('cross-site', 'navigate', 'document'), 'Sec-Purpose': 'prefetch' } },
];

export const hiddenFrames: Inflation = {
  name: 'A foreign page whose 300 visitors load the link of a bound key in hidden frames, pictures, scripts and windows',
  async run({ sender, articles, keys, scale, people }) {
    const [contentId = 0] = articles;
    await repeat(times(300, scale), (i) =>
      sender.follow(
        { address: addressOf(10_000 + i), asn: people.reader(i).asn, ...(WAYS[i % WAYS.length] ?? { agent: CHROME }) },
        contentId,
        `key=${keys.bound}`,
      ),
    );
  },
  counted: () => 0,
  weighs: 0,
};

/** Number of links per email, more than a reader follows within ten seconds. */
const LINKS = 7;

const mailsOf = (scale: number): number => Math.max(8, Math.round(40 * scale));

export const mailGateways: Inflation = {
  name: 'Mail gateways that look at every link of 40 mails: those that say so, and one that looks like a browser',
  articles: LINKS,
  async run({ sender, articles, keys, scale, people }) {
    const gateways = MAIL_SETS.filter(({ outcome }) => outcome !== 'accepted');
    await repeat(Math.max(gateways.length, mailsOf(scale)), async (mail) => {
      const headers: Record<string, string> = gateways[mail % gateways.length]?.headers ?? {};
      const gateway = { address: addressOf(20_000 + mail), asn: people.networks[RARE] ?? 0 };
      for (const contentId of articles)
        await sender.follow({ ...gateway, agent: headers['User-Agent'] ?? '', headers }, contentId, `key=${keys.open}`);
    });
    await repeat(mailsOf(scale), async (mail) => {
      const gateway = { address: addressOf(30_000 + mail), asn: people.networks[RARE] ?? 0 };
      // The gateway cannot be distinguished from an old browser, so its first two links are counted.
      for (const contentId of articles)
        await sender.follow({ ...gateway, agent: people.agents[RARE] ?? '' }, contentId, `key=${keys.open}`);
    });
  },
  counted: mailsOf,
  weighs: FLOOR,
};

export const copiedEmbed: Inflation = {
  name: 'The embed of a bound key, copied to a foreign page with 300 visitors',
  async run({ stage, sender, articles, keys, scale, people }) {
    const [contentId = 0] = articles;
    const embed = await stage.ask(`/api/v2/feed/?output=html&apiKey=${keys.bound}`);
    if (embed.status !== 200) throw new Error(`the embed: ${embed.status}`);
    await repeat(times(300, scale), (i) =>
      sender.beacon(
        {
          address: addressOf(40_000 + i),
          ...people.reader(i),
          headers: { Origin: STRANGER, Referer: `${STRANGER}/copy.html` },
        },
        { key: keys.bound, contentId },
      ),
    );
  },
  counted: () => 0,
  weighs: 0,
};

export const keyOfAnotherSite: Inflation = {
  name: 'The key of another site, by 300 addresses of one network that name its origin themselves',
  async run({ sender, articles, keys, scale, people }) {
    const [contentId = 0] = articles;
    await repeat(times(300, scale), (i) =>
      sender.beacon(
        {
          address: addressOf(60_000 + i),
          asn: people.networks[RARE] ?? 0,
          agent: people.reader(i).agent,
          // A program can send any Origin header, but a page cannot.
          headers: [{ Origin: PARTNER }, {}, { Origin: 'null' }][i % 3] as Record<string, string>,
        },
        { key: keys.bound, contentId },
      ),
    );
  },
  counted: (scale) => Math.ceil(times(300, scale) / 3),
  weighs: FLOOR,
};
