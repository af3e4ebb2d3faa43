const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

export const isLoopback = (url: URL): boolean => LOOPBACK.includes(url.hostname);
