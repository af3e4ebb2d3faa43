/** A program that `npm run bench`, `verify` or `check` runs by name. */
export interface Suite {
  /** One line for the list of suites. */
  help: string;
  /** Shell command; the user's arguments are appended. */
  command: string;
}

/** Suites by name. */
export type Suites = Readonly<Record<string, Suite>>;
