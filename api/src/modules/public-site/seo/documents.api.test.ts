import { gunzipSync } from 'node:zlib'
import { SaxesParser } from 'saxes'
import { publication } from '@awards/shared/contract'
import { LANGUAGES, PUBLIC_ROUTES, readAddress } from '@awards/shared/domain'
import { demoApi } from '../../../../test/test-api.ts'
import { copyEntry } from '../../../../test/copy-entry.ts'
import { robotsText } from './seo.routes.ts'
import { PAGES_PER_PART } from './sitemap.service.ts'

const SITE = 'https://awards.example'
const api = await demoApi({ SITE_URL: SITE })
const visitor = api.as(null)

type Element = { name: string; attributes: Record<string, string>; text: string }

/** Elements of a well-formed document, each with its text; throws on an error. */
function parse(xml: string): Element[] {
  const elements: Element[] = []
  const open: Element[] = []
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const plain = Object.entries(attributes).map(([key, { value }]) => [key, value] as const)
    const element = { name, attributes: Object.fromEntries(plain), text: '' }
    elements.push(element)
    open.push(element)
  })
  parser.on('text', (text) => open.forEach((element) => (element.text += text)))
  parser.on('closetag', () => open.pop())
  parser.write(xml).close()
  return elements
}

async function get(url: string, headers: Record<string, string> = {}) {
  await api.context.publicCache.settle()
  return api.app.inject({ url, headers })
}
const textsOf = (elements: Element[], name: string) =>
  elements.filter((element) => element.name === name).map(({ text }) => text)

test('the sitemap lists every public page in every language with hreflang alternates', async () => {
  const answer = await get('/sitemap.xml')
  expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8')
  const elements = parse(answer.body)
  const urls = textsOf(elements, 'loc')
  const { list } = await visitor.call(publication.winnerList, { pageSize: 100 })
  const { list: jury } = await visitor.call(publication.jury, {})
  const { list: news } = await visitor.call(publication.blogsAndNewsList, { pageSize: 100 })
  const wanted = [
    ...PUBLIC_ROUTES.map(({ path }) => path).filter((path) => !path.includes(':')),
    ...list.map(({ apply_order_id }) => `/winners/${apply_order_id}`),
    ...jury.map(({ slug }) => `/jury/${slug}`),
    ...news.map(({ slug }) => `/news/${slug}`),
  ].flatMap((path) => [path, `/fr${path}`, `/zh${path}`])
  expect([...urls].sort()).toEqual(wanted.map((path) => SITE + path).sort())

  const alternates = elements.filter(({ name }) => name === 'xhtml:link')
  expect(alternates).toHaveLength(urls.length * 4)
  expect(alternates.slice(0, 4).map(({ attributes }) => attributes)).toEqual([
    { rel: 'alternate', hreflang: 'en', href: `${SITE}/home` },
    { rel: 'alternate', hreflang: 'fr', href: `${SITE}/fr/home` },
    { rel: 'alternate', hreflang: 'zh-CN', href: `${SITE}/zh/home` },
    { rel: 'alternate', hreflang: 'x-default', href: `${SITE}/home` },
  ])
  for (const day of textsOf(elements, 'lastmod')) expect(new Date(day).toISOString()).toBe(day)
  const pictures = textsOf(elements, 'image:loc')
  expect(pictures).toHaveLength((list.length + jury.length + news.length) * LANGUAGES.length)
  const picture = await get(new URL(pictures[0] ?? '').pathname)
  expect(picture.headers['content-type']).toBe('image/webp')
})

test('a hidden winner leaves the sitemap at once, and an unchanged sitemap gets 304', async () => {
  const [first] = (await visitor.call(publication.winnerList, {})).list
  const id = first?.apply_order_id ?? ''
  const before = await get('/sitemap.xml')
  expect(before.body).toContain(`/winners/${id}<`)
  const etag = String(before.headers.etag)
  expect((await get('/sitemap.xml', { 'if-none-match': etag })).statusCode).toBe(304)
  const show = (is_show: boolean) =>
    api.db.updateTable('apply_orders').set({ is_show }).where('id', '=', id).execute()
  await show(false)
  const after = await get('/sitemap.xml', { 'if-none-match': etag })
  expect([after.statusCode, after.body.includes(`/winners/${id}<`)]).toEqual([200, false])
  await show(true)
})

test('compresses the sitemap if the client accepts gzip', async () => {
  const plain = await get('/sitemap.xml')
  const packed = await get('/sitemap.xml', { 'accept-encoding': 'br, gzip' })
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 8)
  const refused = await get('/sitemap.xml', { 'accept-encoding': 'gzip;q=0' })
  expect(refused.headers['content-encoding']).toBeUndefined()
})

test.each([
  ['/rss.xml', 'en', 'Garance Design Awards · News'],
  ['/fr/rss.xml', 'fr', 'Prix Garance du Design · Actualités'],
  ['/zh/rss.xml', 'zh', '茜草设计奖 · 新闻'],
] as const)('%s is the news feed in %s', async (path, language, title) => {
  const answer = await get(path)
  expect(answer.headers['content-type']).toBe('application/rss+xml; charset=utf-8')
  const elements = parse(answer.body)
  expect(textsOf(elements, 'title')[0]).toBe(title)
  const links = textsOf(elements, 'link').slice(1)
  const { list } = await visitor.call(publication.blogsAndNewsList, { pageSize: 100 })
  expect(links.map((link) => readAddress(new URL(link).pathname).path)).toEqual(
    list.map(({ slug }) => `/news/${slug}`),
  )
  for (const link of links) {
    const { pathname, origin } = new URL(link)
    expect(origin).toBe(SITE)
    expect(readAddress(pathname).language ?? 'en').toBe(language)
  }
  expect(textsOf(elements, 'guid')).toEqual(links)
  const days = textsOf(elements, 'pubDate').map((day) => Date.parse(day))
  expect(days).toEqual([...days].sort((a, b) => b - a))
  const [cover] = elements.filter(({ name }) => name === 'media:content')
  const picture = await get(new URL(cover?.attributes['url'] ?? '').pathname)
  expect(picture.headers['content-type']).toBe('image/jpeg')
})

test('escapes XML in the title of an article', async () => {
  const title = 'A < B & "C" ]]> \u0007 émoi 🎉 \ud800'
  await api.db
    .updateTable('articles')
    .set({ title: JSON.stringify({ en: title.replace('\ud800', '') }) })
    .where('slug', '=', 'a-day-with-the-jury')
    .execute()
  const { body } = await get('/rss.xml')
  expect(textsOf(parse(body), 'title')).toContain('A < B & "C" ]]>  émoi 🎉 ')
})

test('robots.txt names the sitemap and closed paths; a staging site disallows everything', async () => {
  const { body, headers } = await get('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toContain(`Sitemap: ${SITE}/sitemap.xml\n`)
  const closed = body.match(/(?<=Disallow: ).*/g) ?? []
  expect(closed).toEqual(expect.arrayContaining(['/api/', '/account', '/juryreview', '/submit']))
  const urls = textsOf(parse((await get('/sitemap.xml')).body), 'loc')
  const refused = urls.filter((url) => closed.some((path) => url.startsWith(SITE + path)))
  expect(refused).toEqual([])
  expect(robotsText({ channel: 'staging', siteUrl: SITE })).toBe('User-agent: *\nDisallow: /\n')
})

test('splits the sitemap of many winners into parts within the limit', async () => {
  const { list } = await visitor.call(publication.winnerList, { pageSize: 1 })
  const copied = PAGES_PER_PART + 40
  await copyEntry(api.db, list[0]?.apply_order_id ?? '', copied)
  const map = parse((await get('/sitemap.xml')).body)
  const parts = textsOf(map, 'loc')
  expect(parts.map((url) => url.replace(SITE, ''))).toEqual([
    '/sitemap-pages.xml',
    '/sitemap-winners-1.xml',
    '/sitemap-winners-2.xml',
  ])
  const counts = []
  for (const url of parts)
    counts.push(textsOf(parse((await get(new URL(url).pathname)).body), 'loc').length)
  expect(counts[1]).toBe(PAGES_PER_PART * 3)
  expect(counts[2]).toBe((copied + 16 - PAGES_PER_PART) * 3)
  for (const path of [
    '/sitemap-winners-3.xml',
    '/sitemap-winners-0.xml',
    '/sitemap-winners-x.xml',
  ]) {
    expect((await get(path, { accept: 'application/xml' })).statusCode).toBe(404)
  }
})
