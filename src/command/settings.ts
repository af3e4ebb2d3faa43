import { trustedNetworks } from '../clicks/accept/trusted.ts';
import { isMailAddress, readMailServer } from '../subscriptions/mail/smtp-server.ts';

interface Setting {
  /** Description of allowed values that continues "must be". */
  may: string;
  /** Returns the invalid part of a non-empty value, or `null` if the value is valid. */
  wrong(value: string): string | null;
}

const allowed = (may: string, isAllowed: (value: string) => boolean): Setting => ({
  may,
  wrong: (value) => (isAllowed(value) ? null : value),
});

const whole = (min: number, max: number): Setting =>
  allowed(
    `a whole number from ${min} to ${max}`,
    (text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max,
  );

const oneOf = (...values: string[]): Setting =>
  allowed(values.map((value) => `"${value}"`).join(' or '), (value) => values.includes(value));

const address = allowed('a URL such as https://news.example.com', (text) =>
  /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
);

/** Variables of wrangler.toml and of the server, with their validation. */
const SETTINGS: Record<string, Setting> = {
  PORT: whole(1, 65_535),
  COPY_EVERY: whole(1, 86_400),
  TIME_ZONE: allowed('a time zone such as Europe/London', isTimeZone),
  GROWTH_MIN_CLICKS: whole(1, 1_000_000),
  AUDIENCE_MIN_CLICKS: whole(1, 1_000_000),
  BREAKING_SOURCES: whole(2, 1000),
  BREAKING_HOURS: whole(1, 168),
  DISCOUNTING: oneOf('on', 'off'),
  LOG_LEVEL: oneOf('info', 'warn', 'error'),
  PUBLIC_URL: address,
  WEBSUB_HUB: address,
  MAIL_FROM: allowed('an email address such as news@news.example', isMailAddress),
  SMTP_URL: {
    may: 'a URL such as smtps://user:password@mail.example (smtp:// for STARTTLS)',
    // The value may contain a password, so messages do not repeat it.
    wrong: (text) => (readMailServer(text) ? null : 'something else'),
  },
  READERS_PER_ADDRESS: whole(1, 1000),
  KEY_CLICKS: whole(1, 100_000_000),
  TRUSTED_NETWORKS: {
    may: 'AS numbers and address ranges, such as AS64496,10.0.0.0/8',
    wrong: (text) => trustedNetworks(text).wrong.join(', ') || null,
  },
};

export const SETTING_NAMES = Object.keys(SETTINGS);

/** Returns sentences about invalid values. An empty value means the default. */
export function wrongSettings(values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(SETTINGS).flatMap(([name, { may, wrong }]) => {
    const value = String(values[name] ?? '');
    const part = value === '' ? null : wrong(value);
    return part === null ? [] : [`${name} contains "${part}": it must be ${may}.`];
  });
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
