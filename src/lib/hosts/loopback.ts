const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Returns true if a URL names this machine. */
export const isLoopback = (url: URL): boolean => LOOPBACK.includes(url.hostname);
