/** Whether a string is ASCII, like most strings. Unicode normalization does not change ASCII. */
export const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);
