/**
 * Returns the compiled files of the command line and of a worker. In a clone, recompiles them if the source changed;
 * `isReload` omits the API descriptions for commands. Rejects if compilation fails.
 */
export function bundleFiles(options?: { isReload?: boolean }): Promise<{ program: string; worker: string }>;
