export interface ListedFeed {
  [field: string]: unknown;
  url: string;
  name: string;
}

export const isOpml = (text: string): boolean => /^\s*<(\?xml|opml)/i.test(text);

/** Returns the feeds of an OPML list, including those in folders. Throws an `Error` for the user. */
export function parseOpml(text: string): ListedFeed[] {
  const document = new DOMParser().parseFromString(text.trim(), 'application/xml');
  if (document.querySelector('parsererror') || !document.querySelector('opml')) throw new Error('This is not OPML.');
  return [...document.querySelectorAll('outline[xmlUrl]')].map((outline) => ({
    url: outline.getAttribute('xmlUrl') ?? '',
    name: outline.getAttribute('title') ?? outline.getAttribute('text') ?? '',
  }));
}
