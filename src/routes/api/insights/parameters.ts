import * as z from 'zod';
import { notFound } from '../../../http/errors.ts';
import { bool, choice, id, integer } from '../../../http/params.ts';

/** Parameters that analytics answers share. */

export const limit = integer(1, 50, 10).describe('Maximum items');
export const riskManagement = bool(false).describe('true restricts to Risk Management content (topic 47)');
export const PERIODS = ['24h', '7d'] as const;
export const PERIOD_MEANS = '24h: the last 24 hours; 7d: the last 7 days';
export const common = {
  period: choice(PERIODS, '7d').describe(PERIOD_MEANS),
  limit,
  riskManagement,
};
export const insightsQuery = z.object(common);
export const topicPath = z.object({ id: id.describe('Topic id') });

export function unknownTopic(): never {
  throw notFound({ id: 'is not the id of a topic' });
}
