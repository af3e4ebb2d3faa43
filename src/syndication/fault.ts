/** Why a feed cannot be taken, in words that follow its name: “is an HTML page, not a feed”. */
export class FeedFault extends Error {}
