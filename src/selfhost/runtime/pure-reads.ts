/** In the simulator of D1: stores a bookmark with each query, which makes every read a write. (docs/decisions.md#L23) */
const BOOKMARK = 'await this.state.storage.getCurrentBookmark()';
/** Any one will do, as there is one copy of the database only. */
const CONSTANT = `'0'`;

/**
 * The configuration of workerd (as miniflare writes it) with a simulator of D1 that reads without writing: a full disk keeps nobody
 * from reading. What is replaced keeps its length, since the format counts bytes. Throws where it is not found.
 */
export function withPureReads(config: Uint8Array): Buffer {
  const bytes = Buffer.from(config);
  const place = bytes.indexOf(BOOKMARK);
  if (place === -1) throw new Error('the simulator of D1 has changed: its reads would write');
  bytes.write(CONSTANT.padEnd(BOOKMARK.length), place);
  return bytes;
}
