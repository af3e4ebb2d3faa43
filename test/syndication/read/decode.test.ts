import { describe, expect, test } from 'vitest';
import { decode } from '../../../src/syndication/read/decode.ts';

describe('characters', () => {
  const latin = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));
  const utf8 = (text: string) => new TextEncoder().encode(text);
  const utf16 = (text: string) => new Uint8Array(Uint16Array.from(text, (c) => c.charCodeAt(0)).buffer);

  test.each([
    ['UTF-8', utf8('<a>café</a>'), '', null],
    ['UTF-8 with mark', utf8('\ufeff<a>café</a>'), 'text/xml; charset=iso-8859-1', null],
    ['UTF-16 with mark', utf16('\ufeff<a>café</a>'), '', null],
    ['UTF-16 without', utf16('<a>café</a>'), '', null],
    ['header', latin('<a>caf\xe9</a>'), 'text/xml; charset="ISO-8859-1"', null],
    ['undeclared windows-1252', latin('<a>caf\xe9</a>'), 'text/xml', null],
    [
      'wrongly declared',
      latin('<a>caf\xe9</a>'),
      'text/xml; charset=utf-8',
      'says that it is utf-8 but is not; read as windows-1252',
    ],
    [
      'UTF-8 that a server calls Latin-1',
      utf8('<a>café</a>'),
      'text/xml; charset=ISO-8859-1',
      'says that it is iso-8859-1 but is not; read as utf-8',
    ],
    ['plain ASCII, whatever it is called', latin('<a>cafe</a>'), 'text/xml; charset=utf-16', null],
    ['unknown', utf8('<a>café</a>'), 'text/xml; charset=klingon', 'says that it is klingon but is not; read as utf-8'],
  ])('%s', (_, bytes, type, note) =>
    expect(decode(bytes, type)).toEqual({ text: expect.stringMatching(/^<a>caf[ée]<.a>$/), note }),
  );

  test('the declaration, where the header is silent', () => {
    const text = '<?xml version="1.0" encoding="windows-1251"?><a>Привет</a>';
    const bytes = Uint8Array.from(text, (c) => (c.charCodeAt(0) > 0x400 ? c.charCodeAt(0) - 0x350 : c.charCodeAt(0)));
    expect(decode(bytes)).toEqual({ text, note: null });
  });

  const declaring = (encoding: string, text: string) => `<?xml version="1.0" encoding="${encoding}"?><a>${text}</a>`;
  const cyrillic = (text: string) =>
    Uint8Array.from(text, (c) => (c.charCodeAt(0) > 0x400 ? c.charCodeAt(0) - 0x350 : c.charCodeAt(0)));

  test.each([
    ['UTF-8 beats the header', utf8(declaring('utf-8', '“naïve”')), 'iso-8859-1', '“naïve”'],
    ['… declared or not', utf8(declaring('iso-8859-1', '“naïve”')), 'iso-8859-1', '“naïve”'],
    ['a fitting declaration beats the header', cyrillic(declaring('windows-1251', 'Привет')), 'iso-8859-1', 'Привет'],
    ['a declaration that does not fit gives way', latin(declaring('utf-8', 'caf\xe9')), 'iso-8859-1', 'café'],
    [
      'bytes of seven bits are what they say',
      latin(declaring('iso-2022-jp', '\x1b$B%K%e!<%9\x1b(B')),
      'us-ascii',
      'ニュース',
    ],
    ['no UTF-16 without zeros', latin(declaring('utf-16', 'news')), 'iso-8859-1', 'news'],
  ])('%s', (_, bytes, header, text) =>
    expect(decode(bytes, `text/xml; charset=${header}`).text).toContain(`<a>${text}</a>`),
  );
});
