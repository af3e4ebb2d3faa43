/** Program that `npm run bench`, `verify` or `check` runs by name. */
export interface Suite {
  help: string;
  /** Shell command. The user's options follow it. */
  command: string;
}

export type Suites = Readonly<Record<string, Suite>>;
