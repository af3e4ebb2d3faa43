import * as z from 'zod';

export const orderGainShape = z
  .object({
    gain: z
      .int()
      .nullable()
      .describe('Clicks per page view compared with the minutes that keep the specified order, in percent more'),
    interval: z
      .tuple([z.int(), z.int()])
      .nullable()
      .describe('90% interval of the gain in percent; all percentages are in steps of 5'),
    days: z.int().describe('Complete UTC days with page views, of the last 21'),
    daysLeft: z
      .int()
      .nullable()
      .describe('Estimated days until there are enough readers for a gain; null if the gain is known or nothing is'),
  })
  .meta({ id: 'OrderGain' })
  .nullable()
  .describe('Gain of the key’s lists with `order=engaging` over their specified order; null if none has reported');
export const ORDER_GAIN_EXAMPLE = { gain: 35, interval: [20, 55] as [number, number], days: 21, daysLeft: null };
