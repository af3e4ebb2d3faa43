/** Patterns of referrer hosts. The first match counts. They are short, because pages of publishers load them. */
const HOSTS = {
  assistant: /chatgpt|claude|perpl|gemini|copilot/,
  mail: /mail|outlook/,
  chat: /slack|teams|whats|telegr/,
  social: /faceb|instag|^t\.co|twitter|linkedin|reddit|youtu/,
  news: /news|times|feedly/,
  search: /google|bing\.|duckd|yahoo|ecosia|yandex/,
};

/** Returns the channel by which a reader came. `own` is the host of this page without `www.`. */
export function channelOf(referrer: string, own: string): string {
  // Apps send referrers such as `android-app://com.google.android.gm/`.
  const host = referrer.split('/')[2]?.replace(/^www\.|:.*/g, '');
  if (!host) return 'direct';
  if (own.endsWith(host) || host.endsWith(own)) return 'site';
  for (const name in HOSTS) if (HOSTS[name as keyof typeof HOSTS].test(host)) return name;
  return 'other';
}
