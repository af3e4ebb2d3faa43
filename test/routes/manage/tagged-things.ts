import { publish } from '../../support/index.ts';

export async function publishTaggedThings(operator: string): Promise<void> {
  await publish(operator, 'topics', [
    { id: 1, name: 'Flood', slug: 'flood', category: 1 },
    { id: 2, name: 'Hail', slug: 'hail', category: 1 },
  ]);
  await publish(operator, 'companies', [{ id: 12, name: 'Acme', organisationType: 'Broker' }]);
}
