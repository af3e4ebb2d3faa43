/** Ends the process with two lines where this Node cannot run TypeScript. Plain JavaScript, which an older Node can read. */
const NEEDED = [22, 19];

export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return;
  console.error(`newsgauge needs Node ${NEEDED.join('.')} or newer, and this is ${process.versions.node}.`);
  console.error('npm ci installs one that npm start uses; or install one from https://nodejs.org.');
  process.exit(1);
}
