/** Reason why a feed is unreadable, in words that follow the name of the feed: “is an HTML page, not a feed”. */
export class FeedFault extends Error {}
