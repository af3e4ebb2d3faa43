import { type ContentType, TYPE_NAMES } from '../../../db/values.ts';

/** A content type as people say it. */
export const typeName = (type: string | null): string => (type ? (TYPE_NAMES[type as ContentType]?.[0] ?? type) : '');
