/**
 * Bundles the Worker as several modules. An isolate evaluates only the modules that it needs, and parses no data at
 * startup.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, parse, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { ROOT } from '../../src/command/paths.ts';

/** Module contents by name. `index.js` is the entry, and names of data modules end in `.bin`. */
export type Modules = Record<string, string>;

export const isData = (name: string): boolean => name.endsWith('.bin');

/** The settings are those of wrangler, but without minification, so that stack traces in the log are readable. */
export const BUNDLING = {
  absWorkingDir: ROOT,
  bundle: true,
  format: 'esm',
  target: 'es2024',
  conditions: ['workerd', 'worker', 'browser'],
  mainFields: ['browser', 'module', 'main'],
  external: ['cloudflare:*', 'node:*'],
  define: { 'process.env.NODE_ENV': '"production"', 'navigator.userAgent': '"Cloudflare-Workers"' },
  logLevel: 'silent',
  write: false,
} satisfies BuildOptions;

/** The path ends in a separator, because the clone itself may be in a folder named `src`. */
const SOURCES = join(ROOT, 'src', sep);
const LARGE = 4096;

/** Bundles `src/index.ts`. Throws if it does not compile. */
export async function workerParts(more: BuildOptions = {}): Promise<{ modules: Modules; metafile: Metafile }> {
  const data: Modules = {};
  const { outputFiles, metafile } = await build({
    ...BUNDLING,
    ...more,
    write: false,
    metafile: true,
    entryPoints: { index: 'src/index.ts' },
    outdir: 'dist/worker',
    splitting: true,
    plugins: [dataApart(data), withoutAttestation],
  });
  const scripts = Object.fromEntries(outputFiles.map(({ path, text }) => [basename(path), text]));
  return { modules: { ...scripts, ...data }, metafile };
}

/** Writes the files that a deployment uploads: minified, with source maps for the platform's stack traces. */
export async function writeParts(folder = join(ROOT, 'dist/worker')): Promise<void> {
  const { modules } = await workerParts({ minify: true, sourcemap: true, legalComments: 'none' });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(modules)) writeFileSync(join(folder, name), content);
}

/** Moves JSON files and generated modules that only contain a value into data modules. */
const dataApart = (modules: Modules): Plugin => ({
  name: 'data',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^data:.*\.bin$/ }, ({ path }) => ({
      path: path.replace('data:', './'),
      external: true,
      sideEffects: false,
    }));
    onLoad({ filter: /\.(json|generated\.ts)$/ }, ({ path }) => {
      if (!path.startsWith(SOURCES)) return undefined;
      const text = readFileSync(path, 'utf8').replace(/^(\/\/.*\n)*export default /, '');
      const value = text.length < LARGE ? undefined : parsed(text.replace(/;\n$/, ''));
      if (value === undefined) return undefined;
      const name = `${parse(path).name.replace('.generated', '')}.bin`;
      const isText = typeof value === 'string';
      modules[name] = isText ? value : JSON.stringify(value);
      const read = 'new TextDecoder().decode(data)';
      return { contents: `import data from 'data:${name}'; export default ${isText ? read : `JSON.parse(${read})`};` };
    });
    // The public suffix list, as arrays of numbers.
    onLoad({ filter: /tldts[\\/]dist[\\/]es6[\\/]src[\\/]data[\\/]trie\.js$/ }, async ({ path }) => {
      const values = Object.entries((await import(pathToFileURL(path).href)) as Record<string, unknown>);
      modules['suffixes.bin'] = JSON.stringify(
        values.map(([, value]) => (ArrayBuffer.isView(value) ? [...(value as Uint8Array)] : value)),
      );
      const exported = values.map(
        ([name, value], i) =>
          `export const ${name} = ${ArrayBuffer.isView(value) ? `new ${value.constructor.name}(values[${i}])` : `values[${i}]`};`,
      );
      return {
        contents: `import data from 'data:suffixes.bin'; const values = JSON.parse(new TextDecoder().decode(data)); ${exported.join(' ')}`,
      };
    });
  },
});

/**
 * Removes the device certificates, which are a seventh of the parsed code. Registrations of passkeys with attestation
 * are rejected.
 */
const ATTESTATION =
  /[\\/]@simplewebauthn[\\/]server[\\/]esm[\\/].*[\\/](verifyAttestation(AndroidKey|AndroidSafetyNet|Apple|FIDOU2F|TPM|WithMetadata)|validateCertificatePath|getCertificateInfo|isCertRevoked|convertX509PublicKeyToCOSE|validateExtFIDOGenCEAAGUID|metadataService)\.js$/;

const withoutAttestation: Plugin = {
  name: 'attestation',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: ATTESTATION }, ({ path }) => {
      const { name } = parse(path);
      const names = new Set([name, name.replace(/^m/, 'M')].map((each) => `refuse as ${each}`));
      return {
        contents: `const refuse = () => { throw new Error('no certificate'); }; export { ${[...names].join(', ')} };`,
      };
    });
    onResolve({ filter: /^@peculiar\/asn1-(schema|ecc)$/ }, ({ importer }) =>
      importer.endsWith('unwrapEC2Signature.js')
        ? { path: join(ROOT, 'src/keys/ecdsa-signature.ts'), sideEffects: false }
        : undefined,
    );
  },
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
