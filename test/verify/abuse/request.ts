const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

let readers = 0;

/** Headers of a reader in a network (/64) that no other call has returned, so that no reader comes too often. */
export const newReader = (): Record<string, string> => {
  readers++;
  const [high, low] = [Math.floor(readers / 0x10000), readers % 0x10000];
  return { 'User-Agent': BROWSER, 'CF-Connecting-IP': `2001:db8:${high.toString(16)}:${low.toString(16)}::1` };
};

export const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Headers of a request with a key in its best place. */
export const withKey = (key: string, headers: Record<string, string> = {}): Record<string, string> => ({
  Authorization: `Bearer ${key}`,
  ...headers,
});
