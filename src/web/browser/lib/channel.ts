import { channelOf } from './channel-of.ts';

/** Returns the channel of this page's reader. The referrer itself never leaves the browser. */
export const channel = (): string => channelOf(document.referrer, location.hostname.replace('www.', ''));
