import { COLLECTIONS } from '../../collections/index.ts';

/** Options of a command as fields of a body. */

const LIST_TYPES = ['lines', 'authors', 'topics', 'companies', 'countries', 'groups'];
const TEXT_TYPES = ['text', 'area', 'url'];
const typed = (types: readonly string[]) =>
  COLLECTIONS.flatMap(({ fields }) => Object.entries(fields)).flatMap(([name, { type, options }]) =>
    types.includes(type) && !options && name !== 'filter' ? [name] : [],
  );

/** Fields that are text, whatever they look like: an article may be called `2026`. */
const TEXTS = new Set(typed(TEXT_TYPES));
/** Fields that are lists, of one value too: `--topics 12`. */
const LISTS = new Set([...typed(LIST_TYPES), 'articles', 'events', 'searches', 'origins', 'types']);
/** The name of a field where `--url` already names the service. */
export const NAMES: Record<string, string> = { address: 'url' };

/**
 * Options as fields: `--topics 12,14` is a list, `--address` the field `url`. Other values are numbers, true, false, null, lists and objects as
 * JSON has them, and else text.
 */
export const toFields = (given: Record<string, string>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given).map(([option, text]) => {
      const name = NAMES[option] ?? option;
      return [name, fieldOf(name, text)];
    }),
  );

function fieldOf(name: string, text: string): unknown {
  if (TEXTS.has(name)) return text;
  const value = parsed(text);
  if (!LISTS.has(name) || Array.isArray(value) || value === null) return value;
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
