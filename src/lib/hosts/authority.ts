/** Whether a string is a host with an optional port, in the form that browsers and proxies send. */
export const isAuthority = (text: string): boolean =>
  /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(text) && URL.canParse(`http://${text}/`);
