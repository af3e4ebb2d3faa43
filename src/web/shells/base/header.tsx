import { Icon } from './icons.tsx';
import { NAVIGATION } from './navigation.ts';

/**
 * What every page has above its content: the pages, search, and who is signed in. It is the same for everybody; the script
 * `shell` fills in the account. On a phone the navigation is a bar at the bottom.
 */
const isIn = (page: string, path: string | undefined) =>
  page === path || (page !== '/' && path?.startsWith(`${page}/`));

/** Above a view that is shared with people who have no key. */
export const SharedHeader = () => (
  <header class="top">
    <span class="brand">
      <img src="/pages/icon.svg" alt="" width="24" height="24" />
      newsgauge
    </span>
    <div class="end">
      <span class="badge">Shared view</span>
    </div>
  </header>
);

export const Header = ({ path }: { path?: string }) => (
  <>
    <header class="top">
      <a class="brand" href="/">
        <img src="/pages/icon.svg" alt="" width="24" height="24" />
        newsgauge
      </a>
      <nav class="pages" aria-label="Pages">
        {NAVIGATION.map((page) => (
          <a href={page.path} aria-current={isIn(page.path, path) ? 'page' : undefined}>
            <Icon name={page.icon} />
            <span>{page.name}</span>
          </a>
        ))}
      </nav>
      <div class="end">
        <button type="button" id="search" class="search" aria-haspopup="dialog">
          <Icon name="search" />
          <span>Search</span>
          <kbd>⌘K</kbd>
        </button>
        <button type="button" id="account" class="account" popovertarget="menu">
          <Icon name="person" />
          <span id="account-name">Account</span>
        </button>
      </div>
    </header>
    <div id="menu" class="menu" popover="auto">
      <div id="account-panel" />
      <label class="theme">
        Theme
        <select id="theme" autocomplete="off">
          <option value="auto">System</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </select>
      </label>
    </div>
  </>
);
