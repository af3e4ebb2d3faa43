/**
 * Returns true if a text is a host with an optional port in the form that browsers and proxies send, with Punycode for
 * other scripts.
 */
export const isAuthority = (text: string): boolean =>
  /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(text) && URL.canParse(`http://${text}/`);
