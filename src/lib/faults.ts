import * as z from 'zod';

const TYPES: Record<string, string> = {
  string: 'must be text',
  number: 'must be a whole number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
};

const UNITS: Record<string, string> = { string: ' characters', array: ' values' };

/** Sets the default messages, which follow the name of the parameter. A schema's own `error` takes precedence. */
z.config({
  customError(issue) {
    if (issue.code === 'invalid_type') return TYPES[issue.expected];
    if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
    if (issue.code !== 'too_big' && issue.code !== 'too_small') return undefined;
    if (issue.note) return TYPES.int;
    const verb = issue.origin === 'array' ? 'contain' : 'be';
    if (issue.code === 'too_big') return `must ${verb} at most ${issue.maximum}${UNITS[issue.origin] ?? ''}`;
    if (issue.minimum === 1 && issue.origin === 'string') return 'must not be empty';
    if (issue.minimum === 1 && issue.origin === 'array') return 'must contain at least one value';
    const least = issue.inclusive === false ? 'more than' : 'at least';
    return `must ${verb} ${least} ${issue.minimum}${UNITS[issue.origin] ?? ''}`;
  },
});

/** Builds a schema that parses text with `read`. Reports `error` if `read` returns `null` or undefined. */
export const readAs = <T>(read: (text: string) => T | null | undefined, error: string, from = z.string()) =>
  from.transform((text, ctx) => {
    const value = read(text);
    if (value !== null && value !== undefined) return value;
    ctx.addIssue({ code: 'custom', message: error });
    return z.NEVER;
  });

export const calendarDay = z.iso.date({ error: 'must be a date in YYYY-MM-DD format' });

/** Changes the case of a word to the case used in the list. Unknown words stay unchanged. */
export const asListed = (values: readonly string[], word: string): string =>
  values.find((value) => value.toLowerCase() === word.toLowerCase()) ?? word;

/** Returns one message per invalid field. In a list, `value 3 …` refers to the third value. */
export function describeIssues(error: z.core.$ZodError): Record<string, string> {
  const messages = new Map<string, Set<string>>();
  const mistyped = new Set<string>();
  for (const issue of error.issues) {
    const at = issue.path.join('\n');
    if (mistyped.has(at)) continue;
    if (issue.code === 'invalid_type') mistyped.add(at);
    const [field = 'body', ...path] = issue.path.map(String);
    const place =
      path.length > 0
        ? `${path.map((step) => (/^\d+$/.test(step) ? `value ${Number(step) + 1}` : step)).join(' ')} `
        : '';
    messages.set(field, (messages.get(field) ?? new Set()).add(place + issue.message));
  }
  return Object.fromEntries(Array.from(messages, ([field, texts]) => [field, [...texts].join('; ')]));
}
