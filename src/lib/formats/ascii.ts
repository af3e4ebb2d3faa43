/** Returns true for a text that normalization does not change. Most texts are of this kind. */
export const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);
