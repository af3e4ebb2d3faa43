/** Copies a value that is passed between objects, because objects share no memory. */
export const cloneValue = <T>(value: T): T =>
  value === null || (typeof value !== 'object' && typeof value !== 'function') ? value : structuredClone(value);

/** Converts an error to the error that the calling object receives. Custom error classes become `Error`. */
export function remoteError(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return cloneValue(thrown);
  const error = new (BUILT_IN.find((type) => type.name === thrown.name) ?? Error)(thrown.message);
  if (thrown.stack) error.stack = thrown.stack;
  return Object.assign(error, error.name === thrown.name ? {} : { name: thrown.name }, { remote: true });
}

const BUILT_IN = [TypeError, RangeError, SyntaxError, ReferenceError, URIError, EvalError];

const HANDLERS = new Set(['constructor', 'alarm', 'fetch', 'webSocketMessage', 'webSocketClose', 'webSocketError']);

/** Returns a method that other objects may call. Throws Cloudflare's error if the object has no such method. */
export function remoteMethod(object: object, name: string): (...values: unknown[]) => unknown {
  const method = isOnPrototype(object, name) && !HANDLERS.has(name) ? Reflect.get(object, name) : undefined;
  if (typeof method !== 'function') throw new TypeError(`The RPC receiver does not implement the method "${name}".`);
  return (...values) => method.apply(object, values);
}

function isOnPrototype(object: object, name: string): boolean {
  for (let at = Object.getPrototypeOf(object); at && at !== Object.prototype; at = Object.getPrototypeOf(at))
    if (Object.hasOwn(at, name)) return true;
  return false;
}
