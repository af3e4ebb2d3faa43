/**
 * Lets pages of these origins embed an answer, and no others; any page where there are none. Other answers than pages stay as
 * they are. Comes after the cache: the page is everybody's, who may frame it is a matter of the key it was asked for with.
 */
export function framedBy(origins: readonly string[], response: Response): Response {
  const policy = response.headers.get('Content-Security-Policy');
  const ancestors = origins.length > 0 ? origins.join(' ') : '*';
  if (policy) response.headers.set('Content-Security-Policy', `${policy}; frame-ancestors ${ancestors}`);
  return response;
}
