import { domainOf, isGoogleNews } from '../../lib/url.ts';

/** Services whose links lead to stories of other sites, and the parameters that contain a story's own address. */
const REDIRECTS: readonly [host: RegExp, path: RegExp, parameters: readonly string[]][] = [
  [/^(www\.)?google\.[a-z.]+$/, /^\/url$/, ['url', 'q']],
  [/^(www\.)?bing\.com$/, /^\/news\/apiclick\.aspx$/i, ['url']],
  [/^news\.google\.[a-z.]+$/, /^\/news\/url$/, ['url']],
];

/** The story's own address if an aggregator's link contains it, otherwise the link. */
export function addressInside(link: string): string {
  const url = URL.parse(link);
  if (!url) return link;
  const redirect = REDIRECTS.find(([host, path]) => host.test(url.hostname) && path.test(url.pathname));
  const inner = redirect?.[2].map((name) => url.searchParams.get(name)).find((text) => text && URL.canParse(text));
  return inner ?? addressInGoogleNews(url) ?? link;
}

/** The ids of older links are protocol buffers in Base64 with the address in them; newer ones hold nothing to be read. */
function addressInGoogleNews({ href, pathname }: URL): string | null {
  const [, id] = /\/articles\/([\w-]+=*)$/.exec(pathname) ?? [];
  if (!id || !isGoogleNews(href)) return null;
  try {
    const [found] = /https?:\/\/[\x21-\x7e]+/.exec(atob(id.replace(/-/g, '+').replace(/_/g, '/'))) ?? [];
    return found && URL.canParse(found) ? found : null;
  } catch {
    return null;
  }
}

/** Whose story an aggregator's link leads to, where nothing can be read from the link itself. */
export function publisherBehind(
  address: string,
  publisher: { url: string; name: string } | null,
): { domain: string; name: string } | undefined {
  const site = URL.parse(publisher?.url ?? '');
  if (!isGoogleNews(address) || !site || !/^https?:$/.test(site.protocol) || !site.hostname.includes('.')) return;
  return isGoogleNews(site.href) ? undefined : { domain: domainOf(site), name: publisher?.name ?? '' };
}

/** A title without the publisher's name at its end: `Storm hits coast - Reuters`. */
export const withoutPublisher = (title: string, publisher: string): string =>
  publisher && title.endsWith(` - ${publisher}`) ? title.slice(0, -publisher.length - 3).trim() || title : title;
