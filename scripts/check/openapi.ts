/**
 * `npm run check:openapi`: the recommended rules of Redocly's linter on the OpenAPI document. What the specification forces is
 * switched off here, each rule with its reason.
 */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { apiDescription } from '../build/description.ts';

const FORCED = {
  // The specification writes its paths with a slash at the end.
  'no-path-trailing-slash': 'off',
  // A followed link is answered by a redirect only.
  'operation-2xx-response': 'off',
  // Nothing can be wrong about a request for `/health/live`, `/docs` or this document.
  'operation-4xx-response': 'off',
} as const;

const config = await createConfig({ extends: ['recommended'], rules: FORCED });
const problems = await lintFromString({ source: JSON.stringify(await apiDescription()), config });
for (const { severity, ruleId, message, location } of problems)
  console.error(`${severity} ${ruleId}: ${message} (${location[0]?.pointer})`);
const errors = problems.filter(({ severity }) => severity === 'error').length;
console.log(`${errors} errors, ${problems.length - errors} warnings, ${Object.keys(FORCED).length} rules switched off`);
if (problems.length > 0) process.exitCode = 1;
