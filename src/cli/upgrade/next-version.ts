/** Version that was fetched and is stored next to the installed one. */
export interface NextVersion {
  version: string;
  root: string;
  /** Resolves to the path of the worker module. */
  worker(): Promise<string>;
  /** Replaces the installed version. */
  settle(): Promise<void>;
  /** Deletes the fetched version. */
  discard(): void;
}
