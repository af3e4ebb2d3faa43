/** The choices of a control: each value with what people read, in their order. */
export const optionsOf = <V extends string>(words: Record<V, string>): [value: V, text: string][] =>
  Object.entries(words) as [V, string][];

/** The value where it is among the options, else the first: an address may hold anything. */
export function known<V extends string>(options: readonly (readonly [V, string])[], value: string): V {
  return (options.find(([option]) => option === value) ?? options[0])?.[0] as V;
}
