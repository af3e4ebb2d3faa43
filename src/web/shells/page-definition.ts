import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import type { AppEnv } from '../../http/env.ts';
import type { PagePath } from './base/navigation.ts';
import type { PageFrame } from './layout.tsx';

export interface PageDefinition extends PageFrame {
  path: PagePath;
  content: (c: Context<AppEnv>) => Child | Promise<Child>;
  /** What the page's policy allows beside what every page may, by directive. */
  sources?: () => Promise<Record<string, string>>;
}
