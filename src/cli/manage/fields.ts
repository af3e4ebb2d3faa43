/** Options of a command as fields of a body. */

/** Fields that are text, whatever they look like: an article may be called `2026`. */
const TEXTS = new Set(['title', 'name', 'introduction', 'description', 'text', 'slug', 'client', 'icon', 'url']);
/** Fields that are lists, of one value too: `--topics 12`. */
const LISTS = new Set([
  ...['topics', 'companies', 'countries', 'geoGroups', 'articles', 'words', 'exclusions', 'events', 'searches'],
  ...['origins', 'feeds', 'publishes', 'aliases', 'types'],
]);
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
