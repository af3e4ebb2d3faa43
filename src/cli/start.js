/** `npm start`: looks whether this Node can run TypeScript, which an older one could not even say of itself. */
const NEEDED = [22, 18];

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  console.error(`newsgauge needs Node ${NEEDED.join('.')} or newer, and this is ${process.versions.node}.`);
  console.error('npm ci installs one that npm start uses; or install one from https://nodejs.org.');
  process.exit(1);
}
await import('./start.ts');
