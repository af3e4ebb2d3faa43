/** The compiled files of the command line and of a worker; in a clone they are built again whenever the source has changed; with `isReload` without the descriptions of the API for commands. Rejects if it does not compile. */
export function bundleFiles(options?: { isReload?: boolean }): Promise<{ program: string; worker: string }>;
