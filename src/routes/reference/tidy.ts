interface Node {
  [keyword: string]: unknown;
}

/** Removes redundant parts of a schema: patterns of dates that have a format, and the type of object keys. */
function tidySchema(node: Node): void {
  if (node.format === 'date' || node.format === 'date-time') delete node.pattern;
  if (isNode(node.propertyNames) && node.propertyNames.type === 'string') delete node.propertyNames;
  if (node.type && node.anyOf) delete node.anyOf;
}

function tidyParameter(node: Node): void {
  if (!isNode(node.schema) || !node.in) return;
  node.description ??= node.schema.description;
  delete node.schema.description;
}

/** Removes redundant parts of a generated description in place, except from the examples. */
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
