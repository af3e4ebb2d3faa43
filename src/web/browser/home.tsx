import { Feed } from './home/feed.tsx';
import { start } from './lib/start.tsx';
import { SignedIn } from './ui/signed-in.tsx';

start(() => (
  <SignedIn needs="any" why="See the newest articles as JSON Feed, RSS and HTML. You need a secret or operator key.">
    {() => <Feed />}
  </SignedIn>
));
