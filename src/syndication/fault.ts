/** Reason why a feed is unreadable, as a predicate: “is an HTML page, not a feed”. */
export class FeedFault extends Error {}
