/** Resolves to the compiled files. Recompiles them if the source of a clone has changed. Rejects if that fails. */
export function bundleFiles(options?: { isReload?: boolean }): Promise<{ program: string; worker: string }>;
