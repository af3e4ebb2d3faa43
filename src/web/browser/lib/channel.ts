import { channelOf } from './channel-of.ts';

/** Returns the channel by which the reader of this page came. The referrer itself never leaves the browser. */
export const channel = (): string => channelOf(document.referrer, location.hostname.replace('www.', ''));
