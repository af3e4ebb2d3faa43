import type { components } from '../../../client/schema.d.ts';

export type GrowingTopic = components['schemas']['GrowingTopic'];
