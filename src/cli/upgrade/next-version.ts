/** A version that is fetched next to the installed one. */
export interface NextVersion {
  version: string;
  /** Folder of its program. */
  root: string;
  /** Resolves to the module of its worker. */
  worker(): Promise<string>;
  /** Puts it in the place of the installed one. */
  settle(): Promise<void>;
  /** Deletes what was fetched. */
  discard(): void;
}
