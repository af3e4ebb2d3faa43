import OPERATIONS from './manage.generated.ts';
import type { components, paths } from './manage-schema.d.ts';
import { type ClientOptions, createResources, type Resources, type Typed } from './resources.ts';

export * from './failure.ts';
export type { components, operations, paths } from './manage-schema.d.ts';
export type { CallOptions, ClientOptions } from './resources.ts';

/** Schemas of the management API by name, such as `Schemas['ManagedTopic']`. */
export type Schemas = components['schemas'];

export type Manager = Typed<paths> & Resources<paths, typeof OPERATIONS>;

/**
 * Creates a client for `/manage` with an operator key: `manager.topics.put({ id: 6, body: { name: 'Cyber', slug:
 * 'cyber', category: 1 } })`. Lists iterate over all pages.
 */
export const createManager = (options: ClientOptions): Manager =>
  createResources<paths, typeof OPERATIONS>(OPERATIONS, options);
