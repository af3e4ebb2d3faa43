/** State of the embed builder in a tab, which survives visits to other pages. */
interface StoredBuilder {
  /** Settings as a query string, as in the address of the page. */
  search: string;
  /** Publishable key of the snippet. */
  key: string;
  format: string;
}

const STORAGE_KEY = 'newsgauge:embed';

export function readStoredBuilder(): Partial<StoredBuilder> {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}');
  } catch {
    return {};
  }
}

export function storeBuilder(part: Partial<StoredBuilder>): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...readStoredBuilder(), ...part }));
  } catch {}
}

/** Restores the settings in the address, unless the address has settings. */
export function restoreSettings(): void {
  const { search } = readStoredBuilder();
  if (search && !location.search) history.replaceState(null, '', `${location.pathname}${search}${location.hash}`);
}
