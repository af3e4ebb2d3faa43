/** Why a feed cannot be read, in words that follow its name: “is an HTML page, not a feed”. */
export class FeedFault extends Error {}
