/** Parts of hosts by which a referrer is known; the first that matches counts. Few, because every page that links carries them. */
const HOSTS = {
  assistant: /chatgpt|claude|perpl|gemini|copilot/,
  mail: /mail|outlook/,
  chat: /slack|teams|whats|telegr/,
  social: /faceb|instag|^t\.co|twitter|linkedin|reddit|youtu/,
  news: /news|times|feedly/,
  search: /google|bing\.|duckd|yahoo|ecosia|yandex/,
};

/** Where a reader came from, in one word: `referrer` is the address before that of a page of host `own` (without `www.`). */
export function channelOf(referrer: string, own: string): string {
  // An app names itself like a host: `android-app://com.google.android.gm/`.
  const host = referrer.split('/')[2]?.replace(/^www\.|:.*/g, '');
  if (!host) return 'direct';
  if (own.endsWith(host) || host.endsWith(own)) return 'site';
  for (const name in HOSTS) if (HOSTS[name as keyof typeof HOSTS].test(host)) return name;
  return 'other';
}
