import * as z from 'zod';
import { parseNetworks } from '../../../clicks/accept/networks.ts';
import { readStaff, STAFF_IS, STAFF_ROW, saveStaff } from '../../../clicks/accept/own-staff.ts';
import { operations } from '../../../http/endpoint.ts';
import { asSeen } from '../as-seen.ts';
import { authorOf } from '../lines.ts';

export const manageStaff = operations('Management');

const MAX_NETWORKS = 200;

const BYTE_PATTERN = '(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const GROUP = '[0-9a-fA-F]{1,4}';
const ADDRESS_6 = [
  `(${GROUP}:){7}${GROUP}`,
  `(${GROUP}:){1,7}:`,
  ...[1, 2, 3, 4, 5, 6].map((most) => `(${GROUP}:){1,${most}}(:${GROUP}){1,${7 - most}}`),
];
const NETWORK = `^(AS[1-9][0-9]{0,8}|(${BYTE_PATTERN}\\.){3}${BYTE_PATTERN}(/(3[0-2]|[12][0-9]|[1-9]))?|(${ADDRESS_6.join('|')})(/(12[0-8]|1[01][0-9]|[1-9][0-9]?))?)$`;

const network = z
  .string()
  .trim()
  .max(50)
  .refine((entry) => parseNetworks([entry], { singles: true }).wrong.length === 0, {
    error: 'must be an address (192.0.2.7), a range (10.0.0.0/8) or the number of a network (AS64496)',
  })
  .meta({ override: { type: 'string', pattern: NETWORK } });

const settings = z
  .object({
    networks: z
      .array(network)
      .max(MAX_NETWORKS)
      .transform((entries) => [...new Set(entries)])
      .describe('Addresses, address ranges and networks of the publisher’s staff'),
  })
  .meta({ id: 'OwnStaff' });

const EXAMPLE = { networks: ['192.0.2.7', '198.51.100.0/24', '2001:db8:aa::/48', 'AS64496'] };

manageStaff.get('/', {
  operationId: 'getOwnStaff',
  summary: 'List the networks of your own staff',
  description: 'Clicks, followed links, impressions and reads from these addresses and networks are not counted.',
  data: settings,
  example: EXAMPLE,
  answer: async ({ var: { db } }) => readStaff(db),
});

manageStaff.put('/', {
  operationId: 'putOwnStaff',
  summary: 'Set the networks of your own staff',
  description:
    'The new list replaces the old one within a minute. Earlier clicks still count. Clicks from these networks get `X-Click: dropped; reason=ownStaff`.',
  isConditional: true,
  input: { schema: settings, example: EXAMPLE },
  data: settings,
  example: EXAMPLE,
  answer: async (c, { input }) => {
    const { db } = c.var;
    const seen = { kind: STAFF_ROW, where: STAFF_IS, load: () => readStaff(db) };
    await asSeen(c, seen, (_, guard) => saveStaff(db, input, authorOf(c), guard));
    return input;
  },
});
