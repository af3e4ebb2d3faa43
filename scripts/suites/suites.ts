/** A program of the project that `npm run bench`, `verify` or `check` runs by its name. */
export interface Suite {
  /** One line for the list that is printed without a name. */
  help: string;
  /** Shell command. Arguments of the user follow it. */
  command: string;
}

/** Suites by name. */
export type Suites = Readonly<Record<string, Suite>>;
