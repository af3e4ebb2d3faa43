/** Version that was fetched and is stored next to the installed version. */
export interface NextVersion {
  version: string;
  /** Folder of the fetched program. */
  root: string;
  /** Resolves to the path of the worker module. */
  worker(): Promise<string>;
  /** Replaces the installed version. */
  settle(): Promise<void>;
  /** Deletes the fetched version. */
  discard(): void;
}
