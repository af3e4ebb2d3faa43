import { channelOf } from './channel-of.ts';

/** Channel of this page's reader. The referrer itself stays in the browser. */
export const channel = (): string => channelOf(document.referrer, location.hostname.replace('www.', ''));
