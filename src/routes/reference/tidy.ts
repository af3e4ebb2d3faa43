interface Node {
  [keyword: string]: unknown;
}

/** Redundant in JSON Schema: a date's pattern beside its format, and the type of object keys, which is always text. */
function tidySchema(node: Node): void {
  if (node.format === 'date' || node.format === 'date-time') delete node.pattern;
  if (isNode(node.propertyNames) && node.propertyNames.type === 'string') delete node.propertyNames;
  // A stated shape replaces the one derived from the schema.
  if (node.type && node.anyOf) delete node.anyOf;
}

/** A parameter is described once, not in its schema as well. */
function tidyParameter(node: Node): void {
  if (!isNode(node.schema) || !node.in) return;
  node.description ??= node.schema.description;
  delete node.schema.description;
}

/** Removes the redundancies of a generated description in place; examples stay as they are. */
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
