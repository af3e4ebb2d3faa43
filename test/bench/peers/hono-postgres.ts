/** A feed as most developers would build it, with Hono on Node and Postgres. Its argument has the settings of `pg`. */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import pg from 'pg';

const pool = new pg.Pool({ ...JSON.parse(process.argv[2] ?? '{}'), max: 10 });

const COLUMNS = `a.id, a.url, a.title, a.introduction, a.published_at, a.content_type, a.paywalled, a.image, s.name AS source,
  ARRAY(SELECT t.name FROM article_topics at JOIN topics t ON t.id = at.topic_id WHERE at.article_id = a.id) AS topics,
  ARRAY(SELECT company_id FROM article_companies WHERE article_id = a.id) AS companies,
  ARRAY(SELECT country FROM article_countries WHERE article_id = a.id) AS countries`;

const app = new Hono();
app.get('/hello', (c) => c.text('hello'));
app.get('/feed', async (c) => {
  const { topic, type, words, country } = c.req.query();
  const values: unknown[] = [];
  const bound = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    ...(topic ? [`EXISTS (SELECT FROM article_topics WHERE article_id = a.id AND topic_id = ${bound(topic)})`] : []),
    ...(country
      ? [`EXISTS (SELECT FROM article_countries WHERE article_id = a.id AND country = ${bound(country)})`]
      : []),
    ...(type ? [`a.content_type = ${bound(type)}`] : []),
    ...(words ? [`a.words @@ plainto_tsquery('english', ${bound(words)})`] : []),
  ];
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  const { rows } = await pool.query(
    `SELECT ${COLUMNS} FROM articles a JOIN sources s ON s.id = a.source_id ${where} ORDER BY a.published_at DESC, a.id DESC LIMIT 20`,
    values,
  );
  const items = rows.map(({ introduction, published_at: at, ...row }) => ({
    ...row,
    summary: introduction,
    content_text: introduction,
    date_published: at.toISOString(),
  }));
  return c.json({ version: 'https://jsonfeed.org/version/1.1', title: 'Feed', items });
});

app.post('/clicks', async (c) => {
  const { article, reader } = c.req.query();
  await pool.query('INSERT INTO clicks (article_id, reader) VALUES ($1, $2) ON CONFLICT DO NOTHING', [article, reader]);
  return c.body(null, 202);
});
app.get('/ranking', async (c) => {
  const { topic, limit } = c.req.query();
  const { rows } = await pool.query(
    `SELECT a.id, a.title, a.url FROM clicks k JOIN article_topics t USING (article_id) JOIN articles a ON a.id = article_id
     WHERE t.topic_id = $1 AND k.day > current_date - 7 GROUP BY a.id ORDER BY count(*) DESC, a.id DESC LIMIT $2`,
    [topic, limit],
  );
  return c.json({ data: { content: rows } });
});

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => process.send?.({ port }));
