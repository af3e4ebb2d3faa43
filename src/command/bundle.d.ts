/** Resolves to the compiled files. Compiles again if the source of a clone has changed. Rejects on failure. */
export function bundleFiles(options?: { isReload?: boolean }): Promise<{ program: string; worker: string }>;

/** Returns the compiled commands of a clone, or undefined if its source code has changed since, or was never compiled. */
export function builtProgram(): string | undefined;
