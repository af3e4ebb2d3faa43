/** The modules of a Worker that is built: what runs it needs no bundler. */

/** Contents by name, the entry's is `index.js`: scripts, and data, whose names end in `.bin`. */
export type Modules = Record<string, string>;

/** Whether a module is data. */
export const isData = (name: string): boolean => name.endsWith('.bin');
