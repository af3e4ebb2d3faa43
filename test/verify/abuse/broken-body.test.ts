import { expect, test } from 'vitest';
import { readText } from '../../../src/http/body.ts';

test('a body that breaks off is a fault of the request', async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"key":'));
      controller.error(new Error('Network connection lost.'));
    },
  });
  const read = readText(new Request('https://a.test/', { method: 'POST', body }), 100, '100 bytes');
  await expect(read).rejects.toMatchObject({ code: 400, data: { body: 'broke off before its end' } });
});
