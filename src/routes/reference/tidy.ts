interface Node {
  [keyword: string]: unknown;
}

/** Beyond what JSON Schema needs: a date's pattern beside its format, and keys of objects, which are always text. */
function tidySchema(node: Node): void {
  if (node.format === 'date' || node.format === 'date-time') delete node.pattern;
  if (isNode(node.propertyNames) && node.propertyNames.type === 'string') delete node.propertyNames;
  // A stated shape stands in the place of what was found in the schema.
  if (node.type && node.anyOf) delete node.anyOf;
}

/** A parameter is described once, not in its schema as well. */
function tidyParameter(node: Node): void {
  if (!isNode(node.schema) || !node.in) return;
  node.description ??= node.schema.description;
  delete node.schema.description;
}

/** Removes in place what a generated description says twice; examples stay as they are. */
export function tidy<T>(value: T): T {
  if (Array.isArray(value)) for (const entry of value) tidy(entry);
  else if (isNode(value)) {
    tidySchema(value);
    tidyParameter(value);
    for (const [name, inner] of Object.entries(value)) if (name !== 'example') tidy(inner);
  }
  return value;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
