/** Returns the compiled files, recompiled if a clone's source changed. Rejects if compilation fails. */
export function bundleFiles(options?: { isReload?: boolean }): Promise<{ program: string; worker: string }>;
