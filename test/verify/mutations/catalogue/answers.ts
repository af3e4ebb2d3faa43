import type { Subject } from '../mutation.ts';

const attack = (named: string) => ({ file: 'test/verify/abuse/attacks.test.ts', named });

export const wrongAnswers: Subject = {
  title: 'An answer that says too much, or something else',
  mutations: [
    {
      name: 'a ranking shows its counts',
      file: 'src/routes/api/insights/topics.ts',
      find: '({ ...toTopic(topic), previousRank: topic.previousRank })',
      replace: '({ ...toTopic(topic), previousRank: topic.previousRank, clicks: topic.engagement })',
      tests: { file: 'test/routes/insights/no-counts.test.ts' },
    },
    {
      name: 'a topic shows that is excluded from trending',
      file: 'src/rankings/read/trending.ts',
      find: 'engagement(row) > 0 && !row.excluded && ',
      replace: 'engagement(row) > 0 && ',
      tests: { file: 'test/routes/insights/recount.test.ts' },
    },
    {
      name: 'an article shows before its time',
      file: 'src/routes/api/feed.ts',
      find: 'place && place.publishedAt < latest.publishedAt ? place : latest',
      replace: 'place ?? newest(4_000_000_000)',
      tests: { file: 'test/content/embargo.test.ts' },
    },
    {
      name: 'titles are markup in the page',
      file: 'src/delivery/html.tsx',
      find: 'data-content-id={contentId}>\n            {title}\n',
      replace: 'data-content-id={contentId} dangerouslySetInnerHTML={{ __html: title }}>\n',
      tests: attack('injection'),
    },
    {
      name: 'text is markup in RSS',
      file: 'src/delivery/xml.ts',
      find: '.replace(/[&<>"\\t\\n\\r]/g',
      replace: '.replace(/[\\t\\n\\r]/g',
      tests: attack('injection'),
    },
    {
      name: 'characters that XML cannot hold stay in RSS',
      file: 'src/delivery/xml.ts',
      find: "    .replace(ILLEGAL, '')\n",
      replace: '',
      tests: { file: 'test/delivery/xml.test.ts', named: 'u0000a' },
    },
    {
      name: 'text is markup in the HTML of RSS descriptions',
      file: 'src/delivery/rss.ts',
      find: "plain.replace(/&(?=[#a-z])/gi, '&amp;').replace(/<(?=[a-z/!?])/gi, '&lt;')",
      replace: 'plain',
      tests: { file: 'test/delivery/rss.test.ts' },
    },
    {
      name: 'search terms are the index’s own language',
      file: 'src/search/match.ts',
      find: 'const quote = (term: string) => `"$' + "{term.replaceAll('\\0', ' ').replaceAll('\"', '\"\"')}\"`;",
      replace: 'const quote = (term: string) => term;',
      tests: attack('search'),
    },
    {
      name: 'a quote ends a search term',
      file: 'src/search/match.ts',
      find: ".replaceAll('\"', '\"\"')",
      replace: '',
      tests: attack('search'),
    },
    {
      name: 'an article may lead to any scheme',
      file: 'src/lib/url.ts',
      find: '!/^https?:$/.test(given.protocol) || ',
      replace: '',
      tests: { file: 'test/verify/abuse/schemes.test.ts' },
    },
    {
      name: 'a link leads where its address says',
      file: 'src/routes/clicks/go.ts',
      find: 'return c.redirect(url, 302);',
      replace: "return c.redirect(c.req.query('url') ?? url, 302);",
      tests: attack('redirect'),
    },
    {
      name: 'the host that a proxy names is believed',
      file: 'src/routes/api/feed.ts',
      find: 'const { origin } = new URL(c.req.url);',
      replace:
        "const named = c.req.header('X-Forwarded-Host');\n" +
        'const origin = named ? `https://$' +
        '{named}` : new URL(c.req.url).origin;',
      tests: attack('cache'),
    },
  ],
};
