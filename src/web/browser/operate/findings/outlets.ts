import { lasting } from '../../lib/time/time.ts';
import type { Status } from '../types.ts';
import { type Finding, many } from './finding.ts';

/** What is wrong with what goes out by itself, and what to do about it. Pure. */

export const ofOutlets = ({ webhooks, websub }: Status): Finding[] => [
  ...(webhooks ? ofWebhooks(webhooks) : []),
  ...(websub ? ofHub(websub) : []),
];

function ofWebhooks({ failing, switchedOff, oldestSeconds }: NonNullable<Status['webhooks']>): Finding[] {
  const since = oldestSeconds === null ? '' : `, for ${lasting(oldestSeconds)} by now`;
  return [
    ...(failing > 0
      ? [
          warn(
            `${many(failing, 'webhook')} cannot be delivered to`,
            `Its events wait and are sent again${since}. After 24 hours they are given up. The log of the webhook says what its receiver answers.`,
          ),
        ]
      : []),
    ...(switchedOff > 0
      ? [
          warn(
            `${many(switchedOff, 'webhook')} ${switchedOff === 1 ? 'was' : 'were'} switched off`,
            'The receiver has answered that it is gone for good. Correct its address and switch it on, or delete it.',
          ),
        ]
      : []),
  ];
}

function ofHub({ failing }: NonNullable<Status['websub']>): Finding[] {
  if (failing === 0) return [];
  return [
    {
      level: 'warn',
      title: `The WebSub hub could not be notified of ${many(failing, 'feed')}`,
      advice:
        'It is notified again every five minutes, and nothing is forgotten. “npx newsgauge websub list” says what it answers.',
      section: 'jobs',
    },
  ];
}

const warn = (title: string, advice: string): Finding => ({ level: 'warn', title, advice, section: 'webhooks' });
