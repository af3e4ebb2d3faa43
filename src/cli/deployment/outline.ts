import type { DataPlace } from './resources.ts';
import type { Settings } from './settings.ts';

/** Dollars per million clicks at Cloudflare's list prices, by clicks per second (docs/measured/clicks.md). */
export const CLICK_PRICES = { 1: 4.35, 10: 3.09, 100: 2.88 } as const;

const SECONDS_OF_MONTH = 30 * 86_400;

interface Outlined {
  name?: string;
  routes?: { pattern: string }[];
  d1_databases?: { database_name: string }[];
  queues?: { consumers?: { queue: string }[] };
  durable_objects?: { bindings?: { class_name: string }[] };
}

export function outlineOf(settings: Settings, { location, jurisdiction }: DataPlace): string[] {
  const { name = '', routes = [], d1_databases = [], queues, durable_objects: objects } = settings as Outlined;
  const place = jurisdiction ? `jurisdiction ${jurisdiction}` : location ? `location ${location}` : '';
  const parts: [string, string[]][] = [
    ['Worker', [name]],
    ['address', routes.length > 0 ? routes.map(({ pattern }) => pattern) : [`${name}.<your account>.workers.dev`]],
    ['database', d1_databases.map(({ database_name: own }) => (place ? `${own}, ${place}` : own))],
    ['key-value', [`${name}-salts`]],
    ['queues', (queues?.consumers ?? []).map(({ queue }) => queue)],
    ['objects', (objects?.bindings ?? []).map(({ class_name: own }) => own)],
  ];
  return [
    'The deployment consists of:',
    ...parts.map(([part, names]) => `  ${part.padEnd(10)} ${names.join(', ')}`),
    'Monthly price of clicks, at list prices and before included usage:',
    ...Object.entries(CLICK_PRICES).map(([rate, price]) => {
      const dollars = Math.round((Number(rate) * SECONDS_OF_MONTH * price) / 1e6);
      return `  ${rate.padStart(3)} per second ${String(dollars).padStart(5)} dollars`;
    }),
  ];
}
