/** What vitest loads, in node and in workerd, to measure coverage; istanbul itself is loaded in node only. */
export default {
  getProvider: async () => new (await import('./provider.ts')).CoverageInWorkers(),
  /** The counters of this isolate: the Worker, its objects and the test run in the same one. */
  takeCoverage: () => (globalThis as { __coverage__?: unknown }).__coverage__,
};
