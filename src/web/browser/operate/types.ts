import type { components } from '../../../client/schema.d.ts';
import type { DataOf } from '../lib/request/request.ts';

export type Status = DataOf<'/manage/status'>;
export type Source = components['schemas']['SourceHealth'];
export type Key = components['schemas']['ListedKey'];
export type DeadLetter = components['schemas']['DeadLetter'];
