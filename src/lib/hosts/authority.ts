/** Whether a text is host and port of an address as browsers and proxies send them. Other names are in Punycode. */
export const isAuthority = (text: string): boolean =>
  /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(text) && URL.canParse(`http://${text}/`);
