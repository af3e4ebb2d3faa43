/** Header that holds all headers of a request as they are meant, as JSON. */
export const SENT = 'X-Sent-Headers';
