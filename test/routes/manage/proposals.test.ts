import { expect, test } from 'vitest';
import { languageIn } from '../../../src/content/index/language-words.ts';
import { proposeCompanies } from '../../../src/tagging/propose/propose-companies.ts';
import { proposeTopics } from '../../../src/tagging/propose/propose-topics.ts';
import news from '../../../src/tagging/reference/news-themes.json' with { type: 'json' };
import trades from '../../../src/tagging/reference/themes.json' with { type: 'json' };
import { askWith, makeKey, publish } from '../../support/index.ts';

const operator = await makeKey('operator');
async function proposals() {
  const answer = await askWith(operator, '/manage/topics/proposals');
  expect(answer.status).toBe(200);
  const { data } = await answer.json<{
    data: {
      examined: number;
      tagged: number;
      firstId: number;
      topics: { name: string; words: string[]; language: string | null; articles: number; titles: string[] }[];
      firstCompanyId: number;
      companies: { name: string; articles: number; titles: string[] }[];
      countries: { code: string; name: string; articles: number }[];
    };
  }>();
  return data;
}
const send = async (method: string, path: string, body: unknown) =>
  (await askWith(operator, `/manage/${path}`, { method, body: JSON.stringify(body) })).status;

test('an empty newsroom has no proposed topics', async () =>
  expect(await proposals()).toEqual({
    ...{ examined: 0, tagged: 0, firstId: 48, topics: [] },
    ...{ firstCompanyId: 1, companies: [], countries: [] },
  }));

test('proposed topics list the articles that they would tag and exclude existing topics', async () => {
  const titles = [
    'The ransomware gang returns to Leeds',
    'Hospitals pay a ransomware ransom',
    'Police arrest three over ransomware',
    'A storm surge floods the harbour',
    'After the storm surge: who pays?',
    'Insurers count the cost of storm surges',
    'Nothing else of note',
  ];
  const articles = titles.map((title, i) => ({
    ...{ id: i + 1, url: `https://${'abc'[i % 3]}.example/${i}`, title, contentType: 'article' },
    publishedAt: `2026-01-0${i + 1}T00:00:00Z`,
  }));
  await publish(operator, 'articles', articles);
  const before = await proposals();
  expect(before).toEqual({
    examined: 7,
    tagged: 6,
    firstId: 48,
    topics: [
      {
        name: 'Storm surge',
        words: ['Storm surge'],
        language: null,
        articles: 3,
        titles: [5, 4, 3].map((i) => titles[i]),
      },
      {
        name: 'Ransomware',
        words: ['Ransomware'],
        language: null,
        articles: 3,
        titles: [2, 1, 0].map((i) => titles[i]),
      },
    ],
    ...{ firstCompanyId: 1, companies: [] },
    countries: [{ code: 'GB', name: 'United Kingdom', articles: 1 }],
  });
  expect(await proposals()).toEqual(before);
  await publish(
    operator,
    'topics',
    before.topics.map(({ name }, i) => ({ id: 48 + i, name, slug: `topic-${i}`, category: 2 })),
  );
  await publish(
    operator,
    'rules',
    before.topics.map(({ words }, i) => ({ kind: 'topic', ref: String(48 + i), words })),
  );
  await send('POST', 'retag', {});
  const answer = await askWith(operator, '/manage/articles');
  const { data } = await answer.json<{ data: { articles: { topics: number[] }[] } }>();
  expect(data.articles.map(({ topics }) => topics)).toEqual([[], [48], [48], [48], [49], [49], [49]]);
  expect(await proposals()).toMatchObject({ firstId: 50, topics: [] });
  // Topic ids are not reused.
  await askWith(operator, '/manage/topics/49', { method: 'DELETE' });
  expect(await proposals()).toMatchObject({ firstId: 50 });
});

const stories = (titles: readonly string[], more: { introduction?: string; keywords?: string[] } = {}) =>
  titles.map((title, i) => ({
    title,
    introduction: '',
    language: null,
    source: `${'abc'[i % 3]}.example`,
    keywords: [],
    ...more,
  }));
const names = (...titles: string[]) => proposeTopics(stories(titles), 10).map(({ name }) => name);

test.each<[string, string[], string[]]>([
  [
    'a phrase rather than its words',
    ['The Premier League today', 'A Premier League game', 'In the Premier League'],
    ['Premier League'],
  ],
  ['singular and plural as one', ['A wildfire spreads', 'Two wildfires', 'The wildfire again'], ['Wildfire']],
  ['no function words', ['What you should know', 'What you would say', 'What you could do with it'], []],
  [
    'no part of a sentence',
    ['Otters have bagged prizes', 'Otters have bagged medals', 'Otters have bagged trophies'],
    ['Otters'],
  ],
  ['place names of two words', ['Rain in New York', 'Snow in New York', 'Fog in New York'], ['New York']],
  ['no rare words', ['A wildfire', 'Another wildfire', 'Something different', 'And a fourth'], []],
])('proposed topics contain %s', (_, titles, expected) => expect(names(...titles)).toEqual(expected));

test('companies are proposed as companies, and countries are not proposed', () => {
  const titles = [
    'Mivara buys a rival in Germany',
    'Shares of Mivara fall as Germany raises taxes',
    'Mivara posts a loss in Germany',
    'The mayor of Tollbrook opens a park',
    'Storm hits Tollbrook',
    'School closes in Tollbrook',
  ];
  expect(proposeCompanies(stories(titles), 10)).toEqual([{ name: 'Mivara', stories: [0, 1, 2] }]);
  expect(names(...titles)).not.toContain('Germany');
});

test('common themes of an industry are proposed if articles are about that industry', () => {
  const shipping = [
    'Freighter runs aground off Crete',
    'Owner orders six newbuildings in Korea',
    'Dockers walk out at the quay',
    'Houthi fire sends box ships round the Cape of Good Hope',
    'Seafarers unpaid for five months',
    'Methanol bunkering begins in Rotterdam',
    'Flag registry strikes off a sanctioned tanker',
  ];
  expect(names(...shipping)).toEqual(
    expect.arrayContaining(['Shipbuilding', 'Crew', 'Red Sea and Suez', 'Green fuels', 'Shadow fleet and sanctions']),
  );
  expect(names('A strike at the museum', 'A crew of five', 'Rain', 'Snow')).toEqual([]);
});

test('proposed themes use the same language names as articles', () => {
  for (const listed of [trades, news])
    for (const language of Object.keys(listed)) expect(languageIn(language)).toBe(language);
  const words = Object.values(news.no['General news'])
    .slice(0, 4)
    .flatMap((all) => all.split(', ').slice(0, 5));
  const stories = words.map((word) => ({
    ...{ title: word.replace('*', ''), introduction: '', language: 'no', source: 'a.example', keywords: [] },
  }));
  expect(proposeTopics(stories, 10).map(({ language }) => language)).toContain('no');
});

test('common themes of an industry are also proposed in other languages', () => {
  const mining = [
    'Las desaladoras sostienen la producción en el norte',
    'El salar de Atacama tendrá un nuevo socio',
    'Suben los cátodos y cae la oferta de concentrado',
    'La permisología frena otro yacimiento',
  ].map((title) => ({ title, introduction: '', language: 'es', source: 'a.example', keywords: [] }));
  const proposed = proposeTopics(mining, 10);
  expect(proposed.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Agua y desalación', 'Litio', 'Cobre', 'Permisos y tramitación']),
  );
  expect(proposed.find(({ name }) => name === 'Litio')?.language, 'tags nothing in another language').toBe('es');
});

test.each([
  [
    'en',
    'Polling stations open for voters|Quarterback ends the season on a touchdown|Midfielder scores twice in the FA Cup|Novelist wins for a memoir|Typhoon and torrential rain|Gunmen shot a jeweller|Bishop opens a cathedral|Astronaut returns to the space station|Refugees wait for asylum|Pianist ends|A long way home|Nothing of note|Evening',
    ['Elections', 'American football', 'Books', 'Weather', 'Crime', 'Religion', 'Space', 'Migration'],
  ],
  [
    'ja',
    '衆院選の投票が始まる|台風で大雨、気象庁が警報|容疑者を逮捕、警視庁|プロ野球で本塁打|映画祭で監督が受賞|宇宙飛行士がロケットで出発|半導体の工場を建設|選挙の開票|逮捕された容疑者|大雨で避難|新作ゲームを発売|秋の一日|静かな朝',
    ['選挙', '天気', '事件', '野球', '映画', '半導体', '宇宙', 'ゲーム'],
  ],
  [
    'de',
    'Der Torwart bleibt beim FC Bayern|Landgericht spricht das Urteil|Erdbeben und Tsunami im Pazifik|Museum zeigt Gemälde|Mieter und Vermieter streiten|Gewerkschaft ruft zum Streik|Impfung gegen Grippe|Sänger gibt Konzert|Gewitter und Hochwasser|Ein langer Weg|Nichts Neues|Abends|Morgens',
    ['Fußball', 'Justiz', 'Unfälle und Katastrophen', 'Kultur', 'Wohnen', 'Arbeit und Rente', 'Gesundheit', 'Musik'],
  ],
])('common themes of general news are proposed by their usual words (%s)', (language, titles, expected) => {
  const told = titles
    .split('|')
    .map((title) => ({ title, introduction: '', language, source: 'a.example', keywords: [] }));
  expect(proposeTopics(told, 30).map(({ name }) => name)).toEqual(expect.arrayContaining(expected));
});

test('the theme of a single sport is proposed in addition to Sport, whose rule already contains the words of that theme', () => {
  const titles =
    'Golf: a birdie at the last|The golfer who waits|Basketball is back|Basketball goes abroad|Tennis at dusk|Tennis on clay|Judo for all|Athletics in the rain|Swimmer returns|Evening|A long way|Nothing else';
  expect(names(...titles.split('|'))).toEqual(expect.arrayContaining(['Sport', 'Golf', 'NBA', 'Tennis']));
});

test('a phrase in every article of one publisher is proposed only if it is a keyword', () => {
  const own = Array.from({ length: 4 }, (_, i) => ({
    ...{
      title: `Zephyr bulletin ${i}`,
      introduction: '',
      language: null,
      source: 'a.example',
      keywords: [] as string[],
    },
  }));
  const others = stories(['Ransomware one', 'Ransomware two', 'Ransomware three', 'Elsewhere', 'Sundry', 'Misc']);
  expect(proposeTopics([...own, ...others], 10).map(({ name }) => name)).toEqual(['Ransomware']);
  const said = own.map((story) => ({ ...story, keywords: ['zephyr'] }));
  expect(proposeTopics([...said, ...others], 10).map(({ name }) => name)).toContain('Zephyr');
});
