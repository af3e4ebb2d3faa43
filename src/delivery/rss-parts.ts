import { element, type Xml } from './xml.ts';

/** What every RSS document of the service has in common. */

/** The namespace of Atom, whose links RSS 2.0 lacks. */
export const ATOM = { 'xmlns:atom': 'http://www.w3.org/2005/Atom' };

/** A link to this feed (`self`) or to a further page of it (`next`). */
export const atomLink = (rel: 'self' | 'next', href: string): Xml =>
  element('atom:link', { rel, href, type: 'application/rss+xml' });

/** A time in epoch seconds as RFC 822 writes it: `Sat, 31 Jan 2026 08:00:00 GMT`. */
export const rfc822 = (seconds: number): string => new Date(seconds * 1000).toUTCString();
