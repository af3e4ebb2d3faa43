/** Parts of hosts that identify a referrer; the first match counts. The list is short because every linking page loads it. */
const HOSTS = {
  assistant: /chatgpt|claude|perpl|gemini|copilot/,
  mail: /mail|outlook/,
  chat: /slack|teams|whats|telegr/,
  social: /faceb|instag|^t\.co|twitter|linkedin|reddit|youtu/,
  news: /news|times|feedly/,
  search: /google|bing\.|duckd|yahoo|ecosia|yandex/,
};

/** Channel of a reader. `referrer` is the address before a page of host `own` (without `www.`). */
export function channelOf(referrer: string, own: string): string {
  // Apps identify themselves like hosts: `android-app://com.google.android.gm/`.
  const host = referrer.split('/')[2]?.replace(/^www\.|:.*/g, '');
  if (!host) return 'direct';
  if (own.endsWith(host) || host.endsWith(own)) return 'site';
  for (const name in HOSTS) if (HOSTS[name as keyof typeof HOSTS].test(host)) return name;
  return 'other';
}
