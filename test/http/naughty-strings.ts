const each = (text: string): string[] => text.split('¦');

/** Strings that have broken services, grouped by cause. */
export const NAUGHTY: readonly string[] = [
  ...each('¦ ¦\t¦undefined¦null¦NULL¦(null)¦nil¦None¦NaN¦Infinity¦true¦false¦[]¦{}¦[object Object]¦\\¦\\\\¦\\0¦.¦..¦/'),
  ...each('hasOwnProperty¦__proto__¦constructor¦toString¦then¦length¦prototype'),
  ...each('0¦-0¦-1¦1.00¦1/2¦1E+02¦0x0¦0xffffffff¦1e309¦1_000¦1,000¦٣¦１¦²¦∞¦9223372036854775807¦9223372036854775808'),
  ...each('9007199254740993¦1073741824¦4294967296¦-2147483649'),
  '0'.repeat(400),
  ...each('"¦""¦"""¦\'¦\'\'¦\'"\'\'\'\'"\'¦`¦“¦«¦(¦)¦((¦{¦}¦[¦]¦<¦>¦("a¦a")¦"a"b"'),
  ...each(
    'NEAR¦NEAR(a b)¦NEAR("a" "b", 5)¦a NEAR/2 b¦AND¦a AND¦OR OR OR¦NOT¦NOT a¦a NOT b OR¦*¦a*¦"a"*¦^¦^a¦+¦a + b¦-a¦:',
  ),
  ...each(
    'title:a¦facets:t1¦{title introduction}:a¦-title:¦rowid¦rank¦article_index¦"a" AND facets: (t47)¦") OR facets: (all0',
  ),
  'a b'.repeat(500),
  ...each(
    "1;DROP TABLE articles¦1'; DROP TABLE articles-- 1¦' OR 1=1 -- 1¦' OR '1'='1¦%¦_¦a%b_c¦?¦?1¦:a¦@a¦$1¦--¦/*¦;¦|",
  ),
  ...each('`id`¦$(id)¦\u0024{1+1}¦{{1+1}}¦#{1}¦%x(id)¦../../etc/passwd%00¦/dev/null; true¦CON¦~¦eval("1")'),
  ...each('%s%s%s%s¦%n¦%d¦%@¦{0}¦%%¦%2¦%00¦%zz¦%c0%ae¦%ff¦&#0;¦&amp;¦&lt;a&gt;¦\\u0000¦\\ud800'),
  ...each('<script>alert(1)</script>¦"><img src=x onerror=alert(1)>¦javascript:alert(1)¦data:text/html,a¦<!--¦-->¦]]>'),
  ...each('<![CDATA[¦</title>¦<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
  ...each('\0¦a\0b¦\u0001\u0002\u001f¦\u007f\u0080\u009f¦\r\n¦a\r\nX-Evil: 1¦\u2028\u2029¦\u000b\u000c¦\ufffe\uffff'),
  ...each('\u200b¦\ufeff¦\u202etest\u202c¦\u2066a\u2069¦مرحبا¦שלום¦ﷺ¦\u00ad¦\u3000¦\u180e¦\u2060'),
  ...each('İ¦ı¦ß¦ẞ¦ŉ¦ﬁ¦ǅ¦\u212b¦A\u030a¦ΑΣ¦Ⱥ¦ⱥⱦ¦田中さん¦和製漢語¦社會科學院語學研究所¦울란바토르¦ไทย'),
  ...each('Ṱ̺̺̕o͞ ̷i̲̬͇̪͙n̝̗͕v̟̜̘̦͟o̶̙̰̠kè͚̮̺̪̹̱̤¦😍¦👩🏽‍👩‍👧¦🇺🇸🇷¦0️⃣¦𝕿𝖍𝖊¦𠜎¦\ud800¦\udc00a'),
  `a${'\u0301'.repeat(200)}`,
  'A'.repeat(8000),
  '😀'.repeat(600),
  ','.repeat(3000),
  'a,'.repeat(150),
  '('.repeat(3000),
  '"a" '.repeat(1000),
  ...each(
    'http://¦http://[::1]/¦http://a:b@c.d/¦//example.com¦example.com:99999¦xn--¦xn--a.com¦.com¦a..b¦1.1¦127.1¦0x7f.1',
  ),
  ...each('http://example.com/%¦example.com/\\..\\¦example.com/?¦example.com/#¦http:example.com¦https:\\\\example.com'),
  `${'a'.repeat(300)}.com`,
];
