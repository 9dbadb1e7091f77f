import { programmeDesk, publication, type ProgrammeDocument } from '@awards/shared/contract'
import { organiserOf } from '../../../../test/organiser-of.ts'
import { demoApi } from '../../../../test/test-api.ts'

const api = await demoApi()
const anne = await organiserOf(api)
const HOUR = 3_600_000

const ARTICLE = 'content/news/preview-night.md'
async function draftArticle() {
  const { list } = await anne.call(programmeDesk.pictures, {})
  const document = {
    slug: 'preview-night',
    type: 'news',
    published_at: '2020-01-01 09:00',
    cover: list[0]?.file,
    alt: { en: 'A hall' },
    tags: [],
    title: { en: 'A night nobody knows' },
    excerpt: { en: 'Come.' },
    text: { en: 'Doors open at seven.' },
  } as ProgrammeDocument
  await anne.call(programmeDesk.save, { file: ARTICLE, from: null, document })
}
async function open(url: string) {
  const answer = await api.app.inject({ method: 'GET', url })
  const [cookie = ''] = String(answer.headers['set-cookie'] ?? '').split(';')
  return { answer, cookie }
}
const read = async (path: string, cookie = '') => {
  const answer = await api.app.inject({ method: 'GET', url: path, headers: { cookie } })
  return { answer, body: answer.body }
}
const NEWS = `${publication.blogsAndNewsInfo.path}?slug=preview-night`
const link = async (path = '/news/preview-night') =>
  (await anne.call(programmeDesk.preview, { path })).url

beforeAll(draftArticle)

test('a draft is read in the browser that opened the link, and nowhere else', async () => {
  const { answer, cookie } = await open(await link())
  expect(answer.statusCode).toBe(303)
  expect(answer.headers['location']).toBe('/news/preview-night')
  const seen = await read(NEWS, cookie)
  expect(seen.body).toContain('A night nobody knows')
  expect(seen.answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
  })
  // The preview has filled no cache, and nothing has gone live.
  expect((await read(NEWS)).body).not.toContain('A night nobody knows')
  expect(
    await api.db.selectFrom('articles').where('slug', '=', 'preview-night').select('id').execute(),
  ).toEqual([])
  const left = await open('/drafts/end')
  expect(left.cookie).toBe('preview=')
})

test('what has an hour to come is seen with the drafts, and by nobody else before its hour', async () => {
  const { cookie } = await open(await link())
  const file = 'content/banners.yaml'
  const { document: banners } = await anne.call(programmeDesk.document, { file })
  const [first, ...others] = (banners?.['list'] ?? []) as Record<string, unknown>[]
  const later = { ...first, title: { en: 'A hero to come' }, starts_at: '2199-01-01 09:00' }
  await anne.call(programmeDesk.save, {
    file,
    from: banners,
    document: { list: [later, ...others] },
  })
  const { document: article } = await anne.call(programmeDesk.document, { file: ARTICLE })
  await anne.call(programmeDesk.save, {
    file: ARTICLE,
    from: article,
    document: { ...article, published_at: '2199-01-01 09:00' },
  })
  const heroes = `${publication.banner.path}?position=home_hero`
  expect((await read(heroes, cookie)).body).toContain('A hero to come')
  expect((await read(NEWS, cookie)).body).toContain('A night nobody knows')

  const { plan } = await anne.call(programmeDesk.plan, {})
  await anne.call(programmeDesk.apply, { plan: plan ?? '' })
  expect((await read(heroes)).body).not.toContain('A hero to come')
  expect((await read(NEWS)).body).not.toContain('A night nobody knows')
  // Live and still to come: a preview shows it as well.
  expect((await read(NEWS, cookie)).body).toContain('A night nobody knows')
  const { list } = await anne.call(programmeDesk.versions, {})
  await anne.call(programmeDesk.undo, { id: list[0]?.id ?? '' })
  const undone = await anne.call(programmeDesk.plan, {})
  await anne.call(programmeDesk.apply, { plan: undone.plan ?? '' })
  await draftArticle()
})

test('a link that is forged or over opens nothing', async () => {
  const url = await link()
  const forged = await open(
    url.replace(/drafts\/(.)/, (_, first) => `drafts/${first === 'M' ? 'N' : 'M'}`),
  )
  expect(forged.answer.statusCode).toBe(410)
  expect(forged.cookie).toBe('')
  const { cookie } = await open(url)
  api.setTime(new Date(Date.now() + HOUR + 1_000))
  expect((await open(url)).answer.statusCode).toBe(410)
  expect((await read(NEWS, cookie)).body).not.toContain('A night nobody knows')
  api.setTime(new Date())
})

test('the link leads to no other site', async () => {
  for (const path of ['//evil.example', 'https://evil.example', '/\\evil.example', 'news']) {
    expect(await anne.answer(programmeDesk.preview, { path })).toMatchObject({ code: 422 })
    const url = (await link()).replace(/to=.*/, `to=${encodeURIComponent(path)}`)
    expect((await open(url)).answer.headers['location']).toBe('/')
  }
})

test('who may not organise any more sees what everybody sees', async () => {
  const { cookie } = await open(await link())
  const rights = await api.db.deleteFrom('account_rights').returningAll().execute()
  expect((await read(NEWS, cookie)).body).not.toContain('A night nobody knows')
  await api.db.insertInto('account_rights').values(rights).execute()
  expect((await read(NEWS, cookie)).body).toContain('A night nobody knows')
})
