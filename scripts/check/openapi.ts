/** `npm run check:openapi` lints the OpenAPI document with Redocly's recommended rules, some of them disabled. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { apiDescription } from '../build/description.ts';

const FORCED = {
  // Paths in the specification end with a slash.
  'no-path-trailing-slash': 'off',
  // A tracked link responds only with a redirect.
  'operation-2xx-response': 'off',
  // Requests for `/health/live`, `/docs` and this document cannot be invalid.
  'operation-4xx-response': 'off',
} as const;

const config = await createConfig({ extends: ['recommended'], rules: FORCED });
const problems = await lintFromString({ source: JSON.stringify(await apiDescription()), config });
for (const { severity, ruleId, message, location } of problems)
  console.error(`${severity} ${ruleId}: ${message} (${location[0]?.pointer})`);
const errors = problems.filter(({ severity }) => severity === 'error').length;
console.log(`${errors} errors, ${problems.length - errors} warnings, ${Object.keys(FORCED).length} rules switched off`);
if (problems.length > 0) process.exitCode = 1;
