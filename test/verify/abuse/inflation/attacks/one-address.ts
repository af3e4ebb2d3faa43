import { addressOf, type Inflation, repeat, type Scene, times } from '../attack.ts';
import { browser, RARE } from '../newsroom.ts';

/** Maximum number of clicks counted per address and day. */
export const A_DAY = 16;
export const FLOOR = 4;
const DAYS = 7;

const at = ({ people }: Scene, more: { address?: string; agent?: string } = {}) => ({
  address: '198.51.100.7',
  asn: people.networks[RARE] ?? 0,
  agent: people.agents[RARE] ?? '',
  ...more,
});

export const userAgents: Inflation = {
  name: 'One connection with 525 user agents',
  async run(scene) {
    const { sender, articles, keys, scale } = scene;
    const [contentId = 0] = articles;
    await repeat(times(525, scale), (i) =>
      sender.beacon(at(scene, { agent: browser(10_000 + i) }), { key: keys.open, contentId }),
    );
  },
  counted: () => A_DAY,
  weighs: FLOOR,
};

export const oneNetworkOfAddresses: Inflation = {
  name: '300 addresses of one /64, each with a user agent of its own',
  async run(scene) {
    const { sender, articles, keys, scale } = scene;
    const [contentId = 0] = articles;
    await repeat(times(300, scale), (i) =>
      sender.beacon(at(scene, { address: `2001:db8:7:7::${i.toString(16)}`, agent: browser(20_000 + i) }), {
        key: keys.open,
        contentId,
      }),
    );
  },
  counted: () => A_DAY,
  weighs: FLOOR,
};

export const hints: Inflation = {
  name: 'One address with 200 languages, screens and time zones',
  async run(scene) {
    const { sender, articles, keys, scale } = scene;
    const [contentId = 0] = articles;
    await repeat(times(200, scale), (i) =>
      sender.beacon(
        { ...at(scene, { address: '198.51.100.8' }), headers: { 'Accept-Language': `en;q=0.${i}` } },
        { key: keys.open, contentId, hint: `${800 + i}x600 Etc/GMT+${i}` },
      ),
    );
  },
  counted: () => A_DAY,
  weighs: FLOOR,
};

export const slowDrip: Inflation = {
  name: 'A slow drip: one address, 16 clicks a day for a week',
  days: DAYS,
  async run(scene) {
    const { sender, articles, keys } = scene;
    const [contentId = 0] = articles;
    await repeat(2 * A_DAY, (i) =>
      sender.beacon(at(scene, { address: '198.51.100.9', agent: browser(30_000 + i) }), { key: keys.open, contentId }),
    );
  },
  counted: () => A_DAY * (DAYS + 1),
  weighs: FLOOR,
};

const MANY = 20;

export const manyArticles: Inflation = {
  name: `${MANY} silent articles at once, as often as an address counts`,
  articles: MANY,
  async run(scene) {
    const { sender, articles, keys } = scene;
    // Uses three subscribers, so that no article is limited by the number of clicks per address.
    await repeat(articles.length * A_DAY, (i) =>
      sender.beacon(
        at(scene, { address: `198.51.100.${20 + (i % 3)}`, agent: browser(40_000 + Math.floor(i / articles.length)) }),
        { key: keys.open, contentId: articles[i % articles.length] ?? 0 },
      ),
    );
  },
  counted: () => A_DAY,
  weighs: FLOOR,
};

export const earlyIds: Inflation = {
  name: 'Beacons for an id that does not exist yet, sent through again once it does',
  isEarly: true,
  async run({ sender, articles, keys, scale, people }) {
    const [contentId = 0] = articles;
    await repeat(times(200, scale), (i) =>
      sender.beacon({ address: addressOf(50_000 + i), ...people.reader(i) }, { key: keys.open, contentId }),
    );
  },
  counted: () => 0,
  weighs: 0,
};
