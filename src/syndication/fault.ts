/** Reason why a feed is unreadable, without the subject of the sentence: “is an HTML page, not a feed”. */
export class FeedFault extends Error {}
