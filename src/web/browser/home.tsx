import { Feed } from './home/feed.tsx';
import { start } from './lib/start.tsx';
import { useFirstSteps } from './ui/first-steps.tsx';
import { SignedIn } from './ui/signed-in.tsx';
import { Skeleton } from './ui/states.tsx';

/** The feed; before readers have come, what is missing above it. */
function Home() {
  const { steps, hasStory, isLoading } = useFirstSteps(document.querySelector('.home.begins') !== null, 'readers');
  if (isLoading) return <Skeleton lines={14} />;
  return (
    <>
      {steps}
      {steps && hasStory ? <h2>The feed in three formats</h2> : null}
      {hasStory ? <Feed /> : null}
    </>
  );
}

start(() => (
  <SignedIn needs="any" why="See the newest articles as JSON Feed, RSS and HTML. You need a secret or operator key.">
    {() => <Home />}
  </SignedIn>
));
