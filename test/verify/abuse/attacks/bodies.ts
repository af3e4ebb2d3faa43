import { CONTENT_ID } from '../routes.ts';
import type { Attack, Trial } from '../trial.ts';
import { JSON_TYPE, newReader, withKey } from '../trial.ts';

const KIND = 'bodies';

/** The service reads each body as JSON, whatever content type the request claims. */
const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'text/plain; charset=utf-7',
  'text/html',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'image/svg+xml',
  'nonsense',
  '',
];

const FORMS = [
  'contentId=1&key=a',
  '--x\r\nContent-Disposition: form-data; name="key"\r\n\r\na\r\n--x--',
  '<key>a</key>',
];

const NUMBERS: [json: string, status: number][] = [
  ['1', 202],
  ['1.0', 202],
  ['1e0', 202],
  ['9007199254740991', 202],
  ['9007199254740993', 400],
  ['1e309', 400],
  ['-1e309', 400],
  ['1e-400', 400],
  ['-0', 400],
  ['0', 400],
  ['-1', 400],
  ['1.5', 400],
  ['NaN', 400],
  ['Infinity', 400],
  ['0x1', 400],
  ['01', 400],
  ['+1', 400],
  ['1_000', 400],
  ['"1"', 400],
  ['true', 400],
  ['null', 400],
  ['[1]', 400],
  ['{"valueOf":1}', 400],
];

const NOT_OBJECTS = [
  '',
  ' ',
  'null',
  'true',
  '1',
  '"a"',
  '[]',
  '[{}]',
  '{',
  '{}{}',
  '{"key":"a"}}',
  '\0',
  '\ufeff',
  ']',
];
const POLLUTION = [
  '"__proto__":{"companyType":"admin","kind":"operator","isAdmin":true}',
  '"constructor":{"prototype":{"kind":"operator"}}',
  '"prototype":{"a":1}',
  '"toString":1,"hasOwnProperty":null,"then":{}',
];

export const bodies: Attack = async (trial) => {
  await beacons(trial);
  await imports(trial);
};

async function beacons(trial: Trial): Promise<void> {
  const key = JSON.stringify(trial.keys.living.publishable);
  const beacon = async (body: string | Uint8Array<ArrayBuffer>, must: number, tried: string, type = 'text/plain') => {
    const headers = { ...newReader(), 'Content-Type': type };
    const { status } = await trial.ask(KIND, '/clicks', { method: 'POST', headers, body });
    trial.expect(status === must, KIND, `POST /clicks ${tried}`, `answered ${status}, not ${must}`);
  };
  const good = `{"key":${key},"contentId":${CONTENT_ID}}`;
  for (const type of TYPES) {
    await beacon(good, 202, `as ${type}`, type);
    for (const form of FORMS) await beacon(form, 400, `${form} as ${type}`, type);
  }
  for (const [json, status] of NUMBERS) await beacon(`{"key":${key},"contentId":${json}}`, status, `contentId ${json}`);
  for (const body of NOT_OBJECTS) await beacon(body, 400, JSON.stringify(body));
  for (const own of POLLUTION) {
    await beacon(`{${own},"key":${key},"contentId":1}`, 202, own);
    await beacon(`{${own}}`, 401, `${own} alone`);
  }
  await beacon(`{"key":"letmein",${good.slice(1)}`, 202, 'the last of two keys counts');
  await beacon(`${good.slice(0, -1)},"key":"letmein"}`, 401, 'the last of two keys counts, and is wrong');
  await beacon(`${good.slice(0, -1)},"contentId":0}`, 400, 'the last of two ids counts');
  await beacon(good.replace('key', '\\u006bey'), 202, 'an escaped name');
  await beacon(`\ufeff${good}`, 202, 'a byte order mark');
  await beacon(new Uint8Array([0xff, 0xfe, 0x00, 0xd8]), 400, 'bytes that are no text');
  const wide = new Uint8Array(Array.from(good, (letter) => [letter.charCodeAt(0), 0]).flat());
  await beacon(wide, 400, 'UTF-16');
}

interface Topic {
  id: number;
  [field: string]: unknown;
}

async function imports(trial: Trial): Promise<void> {
  const put = async (path: string, body: string, type = 'application/json') => {
    const headers = withKey(trial.keys.living.operator, type === '' ? {} : { 'Content-Type': type });
    const { status, body: text } = await trial.ask(KIND, path, { method: 'PUT', headers, body });
    return { status, data: status === 200 ? JSON.parse(text).data : null };
  };
  const topic: Topic = { id: 7000, name: 'Abuse', slug: 'abuse', description: 'kept', category: 1 };
  for (const type of TYPES) {
    const { status, data } = await put('/manage/topics', JSON.stringify([topic]), type);
    trial.expect(status === 200 && data.accepted === 1, KIND, `PUT topics as ${type}`, `${status}`);
    for (const form of FORMS) {
      const refused = await put('/manage/topics', form, type);
      const stored = refused.data?.accepted ?? 0;
      trial.expect(stored === 0, KIND, `${form} as ${type}`, 'was taken for a topic');
    }
  }
  for (const own of POLLUTION) await put('/manage/topics', `[{${own},${JSON.stringify(topic).slice(1)}]`);
  // After prototype pollution, a topic without a category would have one.
  const { category: _, ...partial } = topic;
  const { data } = await put('/manage/topics', JSON.stringify([partial]));
  trial.expect(data?.accepted === 0, KIND, 'a topic without category after pollution', 'was accepted');
  for (const [json] of NUMBERS.filter(([, status]) => status === 400)) {
    const line = JSON.stringify(topic).replace('"id":7000', `"id":${json}`);
    const taken = (await put('/manage/topics', line)).data?.accepted ?? 0;
    trial.expect(taken === 0, KIND, `a topic with the id ${json}`, 'was accepted');
  }
  const { status } = await trial.ask(KIND, '/docs', { headers: JSON_TYPE });
  trial.expect(status === 200, KIND, 'GET /docs after pollution', `answered ${status}`);
}
