/**
 * Returns true for a host with an optional port, written as browsers and proxies send it, with Punycode for other
 * scripts.
 */
export const isAuthority = (text: string): boolean =>
  /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(text) && URL.canParse(`http://${text}/`);
