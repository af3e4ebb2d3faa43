import type { Child } from 'hono/jsx';
import type { Schema } from './model.ts';

/** Bounds that only say what a JSON number can be; nobody needs to read them. */
const BOUNDLESS = Number.MAX_SAFE_INTEGER;

/** A schema in a few words, with links to the schemas it names. */
export function Type({ schema }: { schema: Schema }): Child {
  if (schema.$ref) return <Reference to={schema.$ref} />;
  if (schema.anyOf) return <Alternatives of={schema.anyOf} />;
  if (schema.const !== undefined) return <code>{JSON.stringify(schema.const)}</code>;
  if (schema.enum) return <Words of={schema.enum} />;
  if (schema.items)
    return (
      <>
        list of <Type schema={schema.items} />
        {schema.maxItems ? `, at most ${schema.maxItems}` : ''}
      </>
    );
  if (typeof schema.additionalProperties === 'object')
    return (
      <>
        object of <Type schema={schema.additionalProperties} />
      </>
    );
  if (schema.properties) return <>{`{ ${Object.keys(schema.properties).join(', ')} }`}</>;
  return <>{[typeName(schema), bounds(schema)].filter(Boolean).join(' ')}</>;
}

function Reference({ to }: { to: string }) {
  const name = to.split('/').at(-1);
  return <a href={`#schema-${name}`}>{name}</a>;
}

const Alternatives = ({ of }: { of: Schema[] }) => (
  <>
    {of.map((schema, i) => (
      <>
        {i > 0 ? ' or ' : ''}
        <Type schema={schema} />
      </>
    ))}
  </>
);

const Words = ({ of }: { of: unknown[] }) => (
  <>
    {of.map((word, i) => (
      <>
        {i > 0 ? ' ' : ''}
        <code>{String(word)}</code>
      </>
    ))}
  </>
);

const typeName = ({ type = 'anything', format }: Schema): string => format ?? [type].flat().join(' or ');

function bounds({ minimum, maximum = BOUNDLESS, maxLength, pattern }: Schema): string {
  if (minimum !== undefined && maximum < BOUNDLESS) return `${minimum} to ${maximum}`;
  if (minimum !== undefined) return `from ${minimum}`;
  if (maxLength !== undefined) return `of at most ${maxLength} characters`;
  return pattern ? `like ${pattern}` : '';
}

/** Text with code in backticks. */
export const Prose = ({ text = '' }: { text?: string | undefined }) => (
  <>{text.split('`').map((part, i) => (i % 2 === 1 ? <code>{part}</code> : part))}</>
);
