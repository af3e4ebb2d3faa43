const NAMES: Record<string, string> = {
  alarms: 'Service checked',
  salts: 'Reader salts created and deleted',
  watchdog: 'Late rankings renewed',
  days: 'Histories computed',
  feeds: 'Feeds polled',
  retag: 'New rules applied',
  alerts: 'Alerts detected',
  week: 'Weekly summary written',
  events: 'Events recorded for webhooks',
  matches: 'New articles compared with saved searches',
  webhooks: 'Webhooks sent',
  websub: 'Hub notified of changed feeds',
  retention: 'Old data deleted',
  copy: 'State copied to the other folder',
  trial: 'Newest copy restored on trial',
};

/** What a scheduled job does, in words. */
export const nameOfJob = (job: string): string => NAMES[job] ?? job;
