/** `npm start`: looks whether this Node can run TypeScript before anything else is loaded. */
import { requireNode } from './node-version.js';

requireNode();
await import('./start.ts');
