import type * as manage from '../../../client/manage-schema.d.ts';
import type * as read from '../../../client/schema.d.ts';

export type paths = read.paths & manage.paths;
export interface components {
  schemas: read.components['schemas'] & manage.components['schemas'];
}
