import { expect, test, vi } from 'vitest';
import { askAsPage } from '../support/people/index.ts';
import { readMail, SmtpWorld } from '../support/servers/smtp.ts';
import { askMailing, asOperator, FROM, PUBLIC } from './stage.ts';

interface Invited {
  person: { id: number };
  link: string;
  mailed: boolean | null;
}

async function invited(smtp: SmtpWorld, path: string, body: object): Promise<Invited> {
  const settings = {
    SMTP_URL: 'smtp+plain://user:secret-word@localhost',
    MAIL_FROM: FROM,
    PUBLIC_URL: PUBLIC,
    OUTSIDE: { connect: smtp.dial },
  };
  const answer = await askMailing(path, { method: 'POST', headers: asOperator, body: JSON.stringify(body) }, settings);
  const { data } = (await answer.json()) as { data: Invited };
  expect(answer.status).toBe(200);
  return data;
}

const DANA = { name: 'Dana Whitfield', role: 'editor', email: 'dana@news.example' };

test('an invitation is mailed once as text and HTML, with the link that the operator sees', async () => {
  const smtp = new SmtpWorld();
  const { link, mailed, person } = await invited(smtp, '/manage/people', DANA);
  expect(mailed).toBe(true);
  expect(smtp.got.map(({ to }) => to)).toEqual([DANA.email]);
  const [mail] = smtp.got;
  if (!mail) throw new Error('no mail');
  const { header, text, html } = readMail(mail);
  expect(text).toContain(link);
  expect(html).toContain(`href="${link}"`);
  expect(text).not.toContain('Unsubscribe');
  expect(header).not.toContain('List-Unsubscribe');

  const again = await invited(smtp, `/manage/people/${person.id}/invitation`, {});
  expect(again.link).not.toBe(link);
  expect(smtp.got.map((mail) => readMail(mail).text.includes(again.link))).toEqual([false, true]);
});

test.each(['550 no', 'die', '421 later', `550 <${DANA.email}> is unknown`])(
  'if the mail server answers %s, the link of an invitation is returned and not logged',
  async (word) => {
    const logged: string[] = [];
    const spies = (['log', 'warn', 'error'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation((...words) => void logged.push(words.join(' '))),
    );
    const { link, mailed } = await invited(
      new SmtpWorld((stage) => (stage === 'rcpt' ? word : undefined)),
      '/manage/people',
      DANA,
    );
    for (const spy of spies) spy.mockRestore();
    expect(mailed).toBe(false);
    const opened = await askAsPage('/session/invitation', { method: 'POST', body: { invitation: link.split('#')[1] } });
    expect(opened.status).toBe(200);
    expect(logged.join('')).toContain('invitationFailed');
    expect(logged.join('')).not.toContain(link.split('#')[1]);
    expect(logged.join('')).not.toContain(DANA.email);
  },
);

test('an invitation without an email address is not mailed', async () => {
  const smtp = new SmtpWorld();
  const { mailed } = await invited(smtp, '/manage/people', { ...DANA, email: null });
  expect([mailed, smtp.connections]).toEqual([null, 0]);
});
