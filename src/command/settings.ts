import { trustedNetworks } from '../clicks/accept/trusted.ts';
import { domainsIn, isMailAddress, readMailServer } from '../subscriptions/mail/smtp-server.ts';

interface Check {
  /** Description of the allowed values, worded to follow “must be”. */
  may: string;
  /** Returns the invalid part of a non-empty value, or `null` if the value is valid. */
  wrong(value: string): string | null;
}

interface Setting extends Partial<Check> {
  /** Value in wrangler.toml. Absent if the setting is a secret or applies only to the server. */
  default?: string;
  help?: string;
  guide?: string;
}

const allowed = (may: string, isAllowed: (value: string) => boolean): Check => ({
  may,
  wrong: (value) => (isAllowed(value) ? null : value),
});

const whole = (min: number, max: number): Check =>
  allowed(
    `a whole number from ${min} to ${max}`,
    (text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max,
  );

const oneOf = (...values: string[]): Check =>
  allowed(values.map((value) => `"${value}"`).join(' or '), (value) => values.includes(value));

const address = allowed('a URL such as https://news.example.com', (text) =>
  /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
);

/** Settings in the order of wrangler.toml. `npm run generate` writes them into wrangler.toml and configuration.md. */
export const SETTINGS: Readonly<Record<string, Setting>> = {
  PORT: whole(1, 65_535),
  COPY_EVERY: whole(1, 86_400),
  PUBLISHER: { default: 'newsgauge', help: 'The publisher’s name in feed titles and on saved images.' },
  GUID_AUTHORITY: {
    default: 'newsgauge.example',
    help: 'Required. A domain that you own, such as `example.com`. It is part of the article ids in RSS (`tag:<domain>,2026:article/1`), whatever the host name of the service. Set it before the first deployment and never change it, because feed readers would show every article again.',
  },
  TIME_ZONE: {
    default: '',
    help: 'Time zone of days in analytics, weeks and the recommended feed, such as `Europe/London`. If empty, days are in UTC. After a change, days older than 15 days stay as they are.',
    ...allowed('a time zone such as Europe/London', isTimeZone),
  },
  GROWTH_MIN_CLICKS: {
    default: '10',
    help: 'Minimum number of clicks that a topic needs in the current seven days to be listed as growing.',
    ...whole(1, 1_000_000),
  },
  AUDIENCE_MIN_CLICKS: {
    default: '3',
    help: 'Minimum number of clicks from an audience that an article needs to be listed in a group by region, seniority or channel.',
    ...whole(1, 1_000_000),
  },
  PREFERRED_SOURCES: {
    default: '',
    help: 'Sources whose article represents a story that several sources report. List their domains in order of preference, separated by commas. If empty, no source is preferred.',
  },
  BREAKING_SOURCES: {
    default: '5',
    help: 'Number of sources that must report a story within `BREAKING_HOURS` for it to be breaking.',
    ...whole(2, 1000),
  },
  BREAKING_HOURS: {
    default: '6',
    help: 'Hours within which `BREAKING_SOURCES` sources must report a breaking story.',
    ...whole(1, 168),
  },
  DISCOUNTING: { default: 'on', help: '`off` counts every click in full, without discounting.', ...oneOf('on', 'off') },
  LOG_LEVEL: {
    default: 'info',
    help: 'Log level: `info` (also a line per request and job), `warn` (slow or late work) or `error` (failures).',
    guide: 'operate.md#the-log',
    ...oneOf('info', 'warn', 'error'),
  },
  FEED_ALLOW_HOSTS: {
    default: '',
    help: 'Private hosts (`host:port`, separated by commas) from which feeds may be fetched and to which operators may send webhooks. Leave it empty, except for trials on your own machine. A deployed Worker cannot reach private hosts.',
  },
  FEED_AGENT: {
    default: '',
    help: '`User-Agent` of requests for feeds, such as `Gazette/1.0 (+mailto:desk@gazette.example)`. If empty, it is `newsgauge (feed reader)` with `PUBLIC_URL` as the contact.',
  },
  SECURITY_CONTACT: {
    default: '',
    help: 'Contact for vulnerability reports, such as `mailto:security@example.com`. It is published in `/.well-known/security.txt`. If empty, that file does not exist.',
  },
  READERS_PER_ADDRESS: {
    default: '16',
    help: 'Maximum number of readers per address (IPv4, or IPv6 /64) and day. Colleagues behind one address are distinguished by their browsers.',
    ...whole(1, 1000),
  },
  TRUSTED_NETWORKS: {
    default: '',
    help: 'Networks whose clicks count in full, separated by commas: AS numbers (`AS64496`) and, if the reader’s address is known, address ranges (`10.0.0.0/8`). Use it for an intranet with many of your readers. Anyone in such a network can inflate the clicks of any article. An invalid entry stops the start or the deployment.',
    may: 'AS numbers and address ranges, such as AS64496,10.0.0.0/8',
    wrong: (text) => trustedNetworks(text).wrong.join(', ') || null,
  },
  KEY_CLICKS: {
    default: '30000',
    help: 'Maximum number of clicks per minute and key, for all readers together. A self-hosted server applies it exactly. On Cloudflare it applies per isolate, and `KEY_CLICK_LIMIT` limits all isolates.',
    ...whole(1, 100_000_000),
  },
  CLICK_WAIT_MS: {
    default: '1000',
    help: 'Milliseconds for which a click may wait for another to share its queue message, on Cloudflare only. `0` sends each click at once.',
    ...whole(0, 5000),
  },
  PUBLIC_URL: {
    default: '',
    help: 'Address of the service, such as `https://news.example.com`. It is used in outgoing messages and in links for people (invitations, shares). Required for a WebSub hub, and for commands from other machines to a self-hosted server.',
    ...address,
  },
  MAIL_FROM: {
    default: '',
    help: 'Sender of mail to subscribers, such as `news@news.example.com`. Mail is sent by the server in the secret `SMTP_URL`, or by `[[send_email]]` with the name `EMAIL` in deployment.toml. If empty, no mail is sent.',
    ...allowed('an email address such as news@news.example', isMailAddress),
  },
  RECIPIENT_DOMAINS: {
    default: '',
    help: 'Domains to which editors may send digests, such as `example.com,example.org`. If empty, any domain is allowed.',
    guide: 'subscriptions.md#send-digests-to-others',
    ...allowed('domains, separated by commas, such as example.com,example.org', isDomainList),
  },
  SMTP_URL: {
    help: 'Server for outgoing mail, with user and password. The scheme is `smtps://` (TLS), `smtp://` (STARTTLS is required), or `smtp+plain://` for a relay on this machine. It is a secret: set it with `npx wrangler secret put SMTP_URL --config wrangler.deployment.json`, or in the environment of a self-hosted server.',
    guide: 'subscriptions.md#set-up-mail',
    may: 'a URL such as smtps://user:password@mail.example (smtp:// for STARTTLS)',
    // The value may contain a password, so messages do not repeat it.
    wrong: (text) => (readMailServer(text) ? null : 'something else'),
  },
  WEBSUB_HUB: {
    default: '',
    help: 'A WebSub hub that is notified when a feed changes, such as `https://hub.example.com/`. If empty, no hub is notified.',
    guide: 'websub.md',
    ...address,
  },
  WEBSUB_FEEDS: {
    default: 'feed/?output=rss feed/ feed-recommended/?output=rss',
    help: 'Feeds that the hub may pass on to anyone without a key, separated by spaces. Each is a path with query below `/api/v2/`, or `/feeds/` and a saved search.',
    guide: 'websub.md',
  },
};

export const SETTING_NAMES = Object.keys(SETTINGS);

/** Returns a sentence per invalid value. An empty value stands for the default. */
export function wrongSettings(values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(SETTINGS).flatMap(([name, { may, wrong }]) => {
    const value = String(values[name] ?? '');
    const part = value === '' ? null : (wrong?.(value) ?? null);
    return part === null ? [] : [`${name} contains "${part}", but it must be ${may}.`];
  });
}

function isDomainList(text: string): boolean {
  const domains = domainsIn(text);
  return domains.length > 0 && domains.every((domain) => isMailAddress(`editor@${domain}`));
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
