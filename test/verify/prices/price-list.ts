export const PRICES = {
  /** Price of an IPv4 address for a day, at $0.005 per hour. */
  address: { dollars: 0.12, from: 'Amazon Web Services, public IPv4 address, since 2024-02-01' },
  network: { dollars: 5, from: 'assumed: the smallest virtual server of a hosting company for a month' },
  /** Price of a gigabyte through residential proxies. */
  gigabyte: { dollars: 0.89, from: 'proxynade.net, “Volume Residential”, 2026-06-12; “Premium” is $5.00' },
  /** Bytes of a click through a residential proxy: a TLS connection, a request of 1 KB and its response. */
  bytes: { count: 6000, from: 'assumed' },
};
