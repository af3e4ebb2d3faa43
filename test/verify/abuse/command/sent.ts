/** Header that carries all intended headers of a request, as JSON. */
export const SENT = 'X-Sent-Headers';
