/** Headers of followed links as browsers, mail programs and feed readers send them, with the expected outcome. */
export interface HeaderSet {
  name: string;
  headers: Record<string, string>;
  outcome: string;
}

const HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const CHROME_HTML =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const EDGE = `${CHROME} Edg/140.0.0.0`;
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0';
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

const fetched = (site: string, mode = 'navigate', dest = 'document') => ({
  'Sec-Fetch-Site': site,
  'Sec-Fetch-Mode': mode,
  'Sec-Fetch-Dest': dest,
});
const GESTURE = { 'Sec-Fetch-User': '?1' };

const chrome = (more: Record<string, string>, agent = CHROME): Record<string, string> => ({
  'sec-ch-ua': '"Chromium";v="140", "Not=A?Brand";v="24", "Google Chrome";v="140"',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Windows"',
  'Upgrade-Insecure-Requests': '1',
  'User-Agent': agent,
  Accept: CHROME_HTML,
  'Accept-Language': 'en-GB,en;q=0.9',
  ...more,
});
const firefox = (more: Record<string, string>): Record<string, string> => ({
  'User-Agent': FIREFOX,
  Accept: HTML,
  'Accept-Language': 'en-GB,en;q=0.5',
  'Upgrade-Insecure-Requests': '1',
  Priority: 'u=0, i',
  TE: 'trailers',
  ...more,
});
const safari = (more: Record<string, string>, agent = SAFARI): Record<string, string> => ({
  'User-Agent': agent,
  Accept: HTML,
  'Accept-Language': 'en-GB,en;q=0.9',
  Priority: 'u=0, i',
  ...more,
});

const HIDDEN = fetched('cross-site', 'navigate', 'iframe');

export const BROWSER_SETS: HeaderSet[] = [
  { name: 'Chrome, from a web mail', headers: chrome({ ...fetched('cross-site'), ...GESTURE }), outcome: 'accepted' },
  { name: 'Chrome, from a mail program', headers: chrome({ ...fetched('none'), ...GESTURE }), outcome: 'accepted' },
  {
    name: 'Chrome, from a neighbouring site',
    headers: chrome({ ...fetched('same-site'), ...GESTURE }),
    outcome: 'accepted',
  },
  { name: 'Chrome on Android, from an app', headers: chrome(fetched('none'), ANDROID), outcome: 'accepted' },
  { name: 'Chrome, sent there by a script', headers: chrome(fetched('cross-site')), outcome: 'noGesture' },
  { name: 'Chrome, sent there by a neighbour’s script', headers: chrome(fetched('same-site')), outcome: 'noGesture' },
  { name: 'Chrome, sent there by this site itself', headers: chrome(fetched('same-origin')), outcome: 'accepted' },
  { name: 'Chrome, in a hidden frame', headers: chrome(HIDDEN), outcome: 'embedded' },
  { name: 'Chrome, as a picture', headers: chrome(fetched('cross-site', 'no-cors', 'image')), outcome: 'embedded' },
  { name: 'Chrome, by fetch', headers: chrome(fetched('cross-site', 'cors', 'empty')), outcome: 'embedded' },
  {
    name: 'Chrome, preloading',
    headers: chrome({ ...fetched('none'), 'Sec-Purpose': 'prefetch' }),
    outcome: 'prefetch',
  },
  {
    name: 'Chrome, prerendering',
    headers: chrome({ ...fetched('none'), 'Sec-Purpose': 'prefetch;prerender' }),
    outcome: 'prefetch',
  },
  { name: 'Edge, from Outlook', headers: chrome({ ...fetched('none'), ...GESTURE }, EDGE), outcome: 'accepted' },
  { name: 'Firefox, from a web mail', headers: firefox({ ...fetched('cross-site'), ...GESTURE }), outcome: 'accepted' },
  { name: 'Firefox, from a mail program', headers: firefox({ ...fetched('none'), ...GESTURE }), outcome: 'accepted' },
  { name: 'Firefox, sent there by a script', headers: firefox(fetched('cross-site')), outcome: 'noGesture' },
  { name: 'Firefox, in a hidden frame', headers: firefox(HIDDEN), outcome: 'embedded' },
  { name: 'Firefox, as an object', headers: firefox(fetched('cross-site', 'navigate', 'object')), outcome: 'embedded' },
  { name: 'Safari, which says no gesture', headers: safari(fetched('cross-site')), outcome: 'accepted' },
  { name: 'Safari, in a hidden frame', headers: safari(HIDDEN), outcome: 'embedded' },
  { name: 'Safari of before Sec-Fetch', headers: safari({}), outcome: 'accepted' },
  {
    name: 'Chrome on iOS, which is WebKit',
    headers: safari(fetched('cross-site'), `${IPHONE} CriOS/140.0.7339.39 Mobile/15E148 Safari/604.1`),
    outcome: 'accepted',
  },
  {
    name: 'Firefox on iOS, which is WebKit',
    headers: safari(fetched('cross-site'), `${IPHONE} FxiOS/142.0 Mobile/15E148 Safari/605.1.15`),
    outcome: 'accepted',
  },
  {
    name: 'a web view of an app on iOS',
    headers: safari(fetched('none'), `${IPHONE} Mobile/15E148 LinkedInApp/9.31.7104`),
    outcome: 'accepted',
  },
];

export const MAIL_SETS: HeaderSet[] = [
  {
    name: 'Apple Mail, showing a page itself',
    headers: {
      'User-Agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
      Accept: HTML,
      'Accept-Language': 'en-GB,en;q=0.9',
    },
    outcome: 'accepted',
  },
  {
    name: 'Apple Mail, previewing a link',
    headers: safari({ ...fetched('none'), Purpose: 'prefetch' }),
    outcome: 'prefetch',
  },
  {
    name: 'Outlook, asking what a link is',
    headers: { 'User-Agent': 'Mozilla/4.0 (compatible; ms-office; MSOffice 16)', 'X-IDCRL_ACCEPTED': 't' },
    outcome: 'bot',
  },
  {
    name: 'Outlook, drawing a mail with the engine of Internet Explorer',
    headers: {
      'User-Agent':
        'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; Win64; x64; Trident/7.0; .NET4.0C; .NET4.0E; Microsoft Outlook 16.0.5134; ms-office; MSOffice 16)',
      'UA-CPU': 'AMD64',
    },
    outcome: 'bot',
  },
  {
    name: 'SafeLinks, by its preview',
    headers: {
      'User-Agent': `${CHROME.replace('Chrome/140.0.0.0', 'Chrome/103.0.5060.134')} Edg/103.0.1264.37 BingPreview/1.0b`,
      Accept: HTML,
    },
    outcome: 'bot',
  },
  {
    name: 'SafeLinks, opening a link in a frame of its browser',
    headers: chrome(fetched('cross-site', 'navigate', 'iframe'), EDGE),
    outcome: 'embedded',
  },
  {
    name: 'Proofpoint, by a browser without hands',
    headers: chrome(fetched('cross-site'), CHROME.replace('Chrome/140.0.0.0', 'Chrome/120.0.6099.109')),
    outcome: 'noGesture',
  },
  {
    name: 'Proofpoint, by name',
    headers: { 'User-Agent': 'Mozilla/5.0 (compatible; proofpoint-urldefense)', Accept: '*/*' },
    outcome: 'bot',
  },
  {
    name: 'Mimecast, by name',
    headers: { 'User-Agent': 'Mozilla/5.0 (compatible; Mimecast-URL-Protect/1.0)', Accept: '*/*' },
    outcome: 'bot',
  },
  { name: 'Barracuda, by name', headers: { 'User-Agent': 'BarracudaSentinel (EE)', Accept: '*/*' }, outcome: 'bot' },
  {
    name: 'Barracuda, by a library',
    headers: { 'User-Agent': 'Python/3.9 aiohttp/3.8.1', Accept: '*/*' },
    outcome: 'bot',
  },
  { name: 'a scanner that says nothing', headers: { 'User-Agent': '' }, outcome: 'bot' },
];

export const FEED_READER_SETS: HeaderSet[] = [
  {
    name: 'NetNewsWire',
    headers: { 'User-Agent': 'NetNewsWire (RSS Reader; https://netnewswire.com/)' },
    outcome: 'accepted',
  },
  { name: 'the Feedly app on iOS', headers: safari({}, `${IPHONE} Mobile/15E148 Feedly/95.0.2`), outcome: 'accepted' },
  {
    name: 'the Feedly app on Android',
    headers: {
      'User-Agent':
        'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/127.0.0.0 Mobile Safari/537.36 Feedly/95.0.2',
      ...fetched('none'),
    },
    outcome: 'accepted',
  },
  {
    name: 'Reeder',
    headers: { 'User-Agent': 'Reeder/5040001 CFNetwork/1568.300.101 Darwin/24.2.0' },
    outcome: 'accepted',
  },
  { name: 'Inoreader', headers: { 'User-Agent': 'Inoreader/7.5.6 (iOS)' }, outcome: 'accepted' },
  {
    name: 'Feedly’s fetcher',
    headers: {
      'User-Agent': 'Feedly/1.0 (+http://www.feedly.com/fetcher.html; 42 subscribers; like FeedFetcher-Google)',
    },
    outcome: 'bot',
  },
  { name: 'NewsBlur’s fetcher', headers: { 'User-Agent': 'NewsBlur Feed Fetcher - 5 subscribers' }, outcome: 'bot' },
  { name: 'Feedbin’s fetcher', headers: { 'User-Agent': 'Feedbin feed-id:1373711 - 142 subscribers' }, outcome: 'bot' },
];
