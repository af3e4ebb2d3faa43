import { Feed } from './home/feed.tsx';
import { start } from './lib/start.tsx';
import { Begun } from './ui/first-steps.tsx';
import { SignedIn } from './ui/signed-in.tsx';

/** The feed; before readers have come, what is missing above it. */
const Home = () => (
  <Begun
    needs="readers"
    isEmpty={document.querySelector('.home.begins') !== null}
    below={() => (
      <>
        <h2>The feed in three formats</h2>
        <Feed />
      </>
    )}
  >
    {() => <Feed />}
  </Begun>
);

start(() => (
  <SignedIn needs="any" why="See the newest articles as JSON Feed, RSS and HTML. You need a secret or operator key.">
    {() => <Home />}
  </SignedIn>
));
