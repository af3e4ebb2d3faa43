/** Reads a body. Returns `null` if it exceeds `max` bytes, even if the headers state a smaller size. */
export async function readBytes(body: ReadableStream<Uint8Array> | null, max: number) {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.byteLength;
    if (size > max) return null;
    parts.push(part);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
