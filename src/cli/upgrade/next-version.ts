/** Version that was fetched and is stored next to the installed version. */
export interface NextVersion {
  version: string;
  root: string;
  worker(): Promise<string>;
  settle(): Promise<void>;
  discard(): void;
}
