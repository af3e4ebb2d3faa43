import { Feed } from './home/feed.tsx';
import { start } from './lib/start.tsx';
import { KeyGate } from './ui/key-gate.tsx';

const WHY =
  'As JSON Feed, RSS and HTML, the feed is read with a publishable key: programs, feed readers and pages carry it.';

start(() => (
  <KeyGate kind="publishable" why={WHY}>
    {(key, rejectKey) => <Feed apiKey={key} rejectKey={rejectKey} />}
  </KeyGate>
));
