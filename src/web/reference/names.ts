const MAX_NAME_CHARACTERS = 32;

/** Whether code in a text is a short name, which lines should not break. */
export const isName = (code: string): boolean => code.length <= MAX_NAME_CHARACTERS && !/\s/.test(code);
