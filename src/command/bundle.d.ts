/** The compiled files of the command line and of a worker; in a clone they are built again whenever the source has changed. Rejects if it does not compile. */
export function bundleFiles(): Promise<{ program: string; worker: string }>;
