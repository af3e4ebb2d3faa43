import { beforeAll, describe, expect, test } from 'vitest';
import { ROLES, type Role } from '../../../src/keys/key.ts';
import { ask, makeKey, ORIGIN } from '../../support/index.ts';
import { askAsPage, personOf } from '../../support/people/index.ts';
import { sized } from '../../support/size.ts';
import { PEOPLE, rows } from '../../verify/abuse/routes.ts';

const cookies: Partial<Record<Role, string>> = {};
beforeAll(async () => {
  const operator = await makeKey('operator');
  for (const role of ROLES) cookies[role] = (await personOf(operator, role)).cookie;
});

/** These routes end the session or ignore keys. */
const LAST = ['DELETE /session', 'PUT /session/invitation', 'GET /health/ready'];
const asked = rows.filter(({ name, slow }, i) => !slow && !LAST.includes(name) && i % sized(3, 1) === 0);

describe.each(ROLES)('a person with the role %s', (role) => {
  test(`a person with the role ${role} has access to exactly the routes of the route table`, async () => {
    const wrong: string[] = [];
    for (const { name, method, path, body, access } of asked) {
      const { status } = await askAsPage(path, { method, body, cookie: cookies[role] ?? '' });
      const isServed = ![401, 403].includes(status);
      const mayFailOtherwise = access === 'open' && status === 401;
      if (status >= 500 || (isServed !== PEOPLE[access].includes(role) && !mayFailOtherwise))
        wrong.push(`${name} ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  test(`the session of a person with the role ${role} cannot be used from a page of another site`, async () => {
    const answer = await askAsPage('/manage/shares', { method: 'POST', body: {}, cookie: cookies[role] ?? '' });
    for (const Origin of ['https://evil.test', 'null', `${ORIGIN}.evil.test`]) {
      const headers = { Cookie: cookies[role] ?? '', Origin };
      expect((await ask('/manage/shares', { method: 'POST', headers, body: '{}' })).status).toBe(403);
    }
    expect(answer.status).toBe(role === 'partner' ? 403 : 400);
  });
});
