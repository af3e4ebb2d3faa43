import { channelOf } from './channel-of.ts';

/** Where the reader of this page came from, in one word. The referrer itself stays here. */
export const channel = (): string => channelOf(document.referrer, location.hostname.replace('www.', ''));
