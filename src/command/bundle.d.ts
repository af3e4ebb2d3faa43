/** Resolves to the compiled files. Compiles again if the source of a clone has changed. Rejects on failure. */
export function bundleFiles(options?: { isReload?: boolean }): Promise<{ program: string; worker: string }>;
