import { entries, publication, publicationAdded } from '@awards/shared/contract'
import { LANGUAGES, PHASES, POLICY_TYPES, POSITIONS } from '@awards/shared/domain'
import { demoApi } from '../../../test/test-api.ts'
import { until } from '../../../test/waiting.ts'
import { DAY_MS } from '../../lib/time.ts'

const api = await demoApi()
const visitor = api.as(null)

const idOf = async (title: string) => {
  const row = await api.db
    .selectFrom('apply_orders')
    .select('id')
    .where('title', '=', title)
    .executeTakeFirstOrThrow()
  return row.id
}

test('the winners are the shown entries of published seasons, by level and page', async () => {
  proves('call index/winnerList')
  const all = await visitor.call(publication.winnerList, { pageSize: 100 })
  expect(all.total).toBe(16)
  const ranks = all.list.map(({ award }) => award.rank)
  expect(ranks).toEqual([...ranks].sort())
  expect(all.list[0]).toMatchObject({ title: 'Ondine', award: { code: 'grand_prix' } })

  const second = await visitor.call(publication.winnerList, { current: 2, pageSize: 10 })
  expect(second).toMatchObject({ total: 16, current: 2, pageSize: 10 })
  expect(second.list).toHaveLength(6)
  const beyond = await visitor.call(publication.winnerList, { current: 99 })
  expect(beyond).toMatchObject({ list: [], total: 16 })
})

test.each([
  [{ category: 'MOB' }, ['Ondine', 'Nido']],
  [{ award: 'silver' }, ['Nido', 'Relais', 'Riad 12']],
  [{ section: 'emerging', award: 'gold' }, ['Moule à sel']],
  [{ country: 'CN' }, ['Marais']],
  [{ keyword: 'vautrin' }, ['Moule à sel']],
  [{ keyword: 'MOULE A SEL' }, ['Moule à sel']],
  [{ keyword: 'inigo' }, ['Braille Pay']],
  [{ keyword: 'sagnier ondine' }, ['Ondine']],
  [{ keyword: 'sagnier vautrin' }, []],
  [{ keyword: '100%' }, []],
  [{ edition: 'GA26-2' }, []],
  [{ year: 1999 }, []],
])('winners filtered by %j', async (filter, titles) => {
  const { list } = await visitor.call(publication.winnerList, filter)
  expect(list.map(({ title }) => title)).toEqual(titles)
})

test('the search treats straight and curved apostrophes alike', async () => {
  const id = await idOf('Ondine')
  const named = (title: string) =>
    api.db.updateTable('apply_orders').set({ title }).where('id', '=', id).execute()
  await named("L'Été d’Ondine")
  const found = []
  for (const keyword of ["l'ete", 'l’été', "d'ondine", 'D’ONDINE']) {
    const { list } = await visitor.call(publication.winnerList, { keyword })
    found.push(list.map((one) => one.apply_order_id))
  }
  await named('Ondine')
  expect(found).toEqual([[id], [id], [id], [id]])
})

test('hidden, revoked, embargoed, not awarded and unknown winners get the same 404', async () => {
  proves('call index/winnerInfo', 'security 57', 'security 59')
  const ids = [
    await idOf('Delta'),
    await idOf('Solano'),
    await idOf('Filigrane'),
    await idOf('Brume'),
    '4611686018427387904',
  ]
  const answers = await Promise.all(
    ids.map(async (apply_order_id) => {
      const { trace_id: _trace, ...answer } = await visitor.answer(publication.winnerInfo, {
        apply_order_id,
      })
      return JSON.stringify(answer)
    }),
  )
  expect(new Set(answers).size).toBe(1)
  expect(JSON.parse(answers[0] ?? '')).toMatchObject({ code: 404, data: null })
})

test('returns 404 for a hidden winner and drops it from the list', async () => {
  const id = await idOf('Nido')
  const before = await visitor.call(publication.winnerInfo, { apply_order_id: id })
  expect(before.next?.title).toBe('Relais')
  await api.db.updateTable('apply_orders').set({ is_show: false }).where('id', '=', id).execute()
  expect((await visitor.answer(publication.winnerInfo, { apply_order_id: id })).code).toBe(404)
  const { total } = await visitor.call(publication.winnerList, {})
  expect(total).toBe(15)
  await api.db.updateTable('apply_orders').set({ is_show: true }).where('id', '=', id).execute()
})

test('an unpublished season shows nothing, even of entries marked as shown', async () => {
  await api.db.updateTable('editions').set({ status: 3 }).where('code', '=', 'GA26-1').execute()
  expect((await visitor.call(publication.winnerList, {})).total).toBe(0)
  expect((await visitor.call(publication.indexWinnerList, {})).total).toBe(0)
  const certificate = await visitor.answer(publicationAdded.verifyCertificate, {
    number: 'C-GA26-MOB-0001',
  })
  expect(certificate.code).toBe(404)
  await api.db.updateTable('editions').set({ status: 4 }).where('code', '=', 'GA26-1').execute()
})

test('the sheet of a winner has its images, credits and jury statement', async () => {
  const id = await idOf('Pulse One')
  const sheet = await visitor.call(publication.winnerInfo, { apply_order_id: id })
  expect(sheet).toMatchObject({
    title_local: '펄스 원',
    location: 'Daejeon, South Korea',
    certificate_number: 'C-GA26-SAN-0001',
    company: 'Hesin Lab',
  })
  expect(sheet.images).toHaveLength(3)
  expect(sheet.images.every(({ alt }) => alt.length > 20)).toBe(true)
  expect(sheet.credits).toHaveLength(3)
  expect(sheet.jury_statement).toContain('two colours')
  const picture = await api.app.inject({ url: sheet.images[0]?.url ?? '' })
  expect(picture.statusCode).toBe(200)
})

test('featured winners keep one order all day, sorted by level', async () => {
  proves('call index/indexWinnerList')
  const once = await visitor.call(publication.indexWinnerList, { pageSize: 16 })
  const again = await visitor.call(publication.indexWinnerList, { pageSize: 16 })
  expect(again.list).toEqual(once.list)
  const ranks = once.list.map(({ award }) => award.rank)
  expect(ranks).toEqual([...ranks].sort())
})

test.each([
  ['fr-FR,fr;q=0.9', 'Prix Garance du Design'],
  ['zh-CN', '茜草设计奖'],
  ['en', 'Garance Design Awards'],
  ['ja,de;q=0.5', 'Garance Design Awards'],
])('in the language %s the programme is called %s', async (language, name) => {
  proves('call index/about')
  const { data } = await visitor.answer(publication.about, {}, { 'accept-language': language })
  expect(data).toMatchObject({ programme: name })
})

test('falls back to English for a text without translation', async () => {
  await api.db
    .updateTable('jurors')
    .set({ bio: JSON.stringify({ en: 'Clara Weiss is keeper of the twentieth century.' }) })
    .where('slug', '=', 'weiss')
    .execute()
  const { data } = await visitor.answer(publication.jury, {}, { 'accept-language': 'zh' })
  expect(data).toMatchObject({
    list: expect.arrayContaining([
      expect.objectContaining({
        slug: 'weiss',
        title: '设计史学者',
        bio: expect.stringMatching(/^Clara Weiss is/),
      }),
    ]),
  })
})

test('lists twelve jurors, without the organiser', async () => {
  proves('call index/jury')
  const { list } = await visitor.call(publication.jury, {})
  expect(list).toHaveLength(12)
  expect(list[0]).toMatchObject({ is_president: true, slug: 'marchetti' })
  expect(list.map(({ slug }) => slug)).not.toContain('organiser')
})

test.each(POSITIONS)('returns banners and blocks of position %s', async (position) => {
  proves('call index/banner', 'call index/other')
  expect((await visitor.answer(publication.banner, { position })).code).toBe(200)
  expect((await visitor.answer(publication.other, { position })).code).toBe(200)
})

test('the error of an unknown position or type names the valid ones', async () => {
  const banner = await visitor.answer(publication.banner, { position: 'roof' })
  expect(banner).toMatchObject({
    code: 422,
    msg: { position: [expect.stringContaining('home_hero')] },
  })
  const policy = await visitor.answer(publication.privacyPolicyAndFaqs, { type: 99 })
  expect(policy).toMatchObject({ code: 422, msg: { type: [expect.stringContaining('1, 2, 3')] } })
})

test.each(Object.values(POLICY_TYPES))('type %i has a text', async (type) => {
  proves('call index/privacyPolicyAndFaqs')
  const { policy, faq } = await visitor.call(publication.privacyPolicyAndFaqs, { type })
  if (type === POLICY_TYPES.faq) expect(faq.length).toBeGreaterThan(13)
  else expect(policy?.html).toMatch(/<p>/)
})

test.each(LANGUAGES)(
  'L2: the general terms in %s describe how the service is accessible',
  async (language) => {
    const input = { type: POLICY_TYPES.terms }
    const headers = { 'accept-language': language }
    const { data } = await visitor.answer(publication.privacyPolicyAndFaqs, input, headers)
    const { policy } = publication.privacyPolicyAndFaqs.output.parse(data)
    for (const fact of ['href="/accessibility"', 'WCAG 2.2', 'EN 301 549']) {
      expect(policy?.html).toContain(fact)
    }
  },
)

test('categories come as a tree with price, weights and an open call', async () => {
  proves('call index/category')
  const tree = await visitor.call(publication.category, {})
  expect(tree.map(({ code }) => code)).toEqual(['PRD', 'COM', 'ESP', 'VET'])
  const leaves = tree.flatMap(({ children }) => children)
  expect(leaves).toHaveLength(14)
  expect(leaves.every(({ is_open, image }) => is_open && image !== null)).toBe(true)
  expect(leaves[0]?.from_price).toEqual({ amount_minor: 5000, currency: 'EUR' })
  const packaging = leaves.find(({ code }) => code === 'PAC')
  expect(packaging?.weights).toContainEqual({ criterion: 'economie', name: 'Economy', weight: 1.5 })
})

test('after the close no category is open and none has a price', async () => {
  api.setTime(new Date(Date.now() + 100 * DAY_MS))
  const [product] = await visitor.call(publication.category, {})
  expect(product?.children[0]).toMatchObject({ is_open: false, from_price: null })
  api.setTime(new Date())
})

test('the calendar names each date of the open season with its state', async () => {
  proves('call index/getAwardDate')
  const dates = await visitor.call(publication.getAwardDate, {})
  expect(dates.map(({ key }) => key)).toEqual([
    'early',
    'standard',
    'late',
    'final',
    'admissibility',
    'first_level',
    'shortlist',
    'second_level',
    'deliberation',
    'results',
  ])
  expect(dates.filter(({ state }) => state === 'current').map(({ key }) => key)).toEqual([
    'standard',
  ])
})

test('results are called published once they are, not by their date', async () => {
  const now = new Date()
  const { id, results_at } = await api.db
    .selectFrom('editions')
    .select(['id', 'results_at'])
    .where('opens_at', '<', now)
    .where('closes_at', '>', now)
    .executeTakeFirstOrThrow()
  const change = (dates: { results_at?: Date | null; results_published_at?: Date | null }) =>
    api.db.updateTable('editions').set(dates).where('id', '=', id).execute()
  const result = async () =>
    (await visitor.call(publication.getAwardDate, {})).find(({ key }) => key === 'results')
  const yesterday = new Date(now.getTime() - DAY_MS)
  await change({ results_at: yesterday })
  await until(async () => (await result())?.starts_at === yesterday.toISOString())
  expect(await result()).toMatchObject({ state: 'future' })
  await change({ results_published_at: yesterday })
  await until(async () => (await result())?.state === 'current')
  await change({ results_at, results_published_at: null })
})

test('lists articles newest first, opens them by slug, and hides them until their date', async () => {
  proves('call index/blogsAndNewsList', 'call index/blogsAndNewsInfo')
  const { list, total } = await visitor.call(publication.blogsAndNewsList, {})
  expect(total).toBe(8)
  const days = list.map(({ published_at }) => published_at)
  expect(days).toEqual([...days].sort().reverse())
  const article = await visitor.call(publication.blogsAndNewsInfo, { slug: 'a-day-with-the-jury' })
  expect(article.html).toContain('<em>I know this work</em>')
  await api.db
    .updateTable('articles')
    .set({ published_at: api.build.at(2) })
    .where('slug', '=', article.slug)
    .execute()
  expect((await visitor.answer(publication.blogsAndNewsInfo, { slug: article.slug })).code).toBe(
    404,
  )
  expect((await visitor.call(publication.blogsAndNewsList, {})).total).toBe(7)
})

test.each([
  ['C-GA26-MOB-0001', { status: 'valid', title: 'Ondine', holder: 'Atelier Brumaire' }],
  ['c-ga26-mob-0001', { status: 'valid' }],
  ['C-GA26-TAB-0002', { status: 'suspended', title: null, apply_order_id: null }],
  ['C-GA26-MOD-0002', { status: 'revoked', title: null, holder: null, apply_order_id: null }],
])('certificate %s', async (number, expected) => {
  proves('call index/verifyCertificate')
  expect(await visitor.call(publicationAdded.verifyCertificate, { number })).toMatchObject(expected)
})

test('a certificate that was never issued is not found', async () => {
  const answer = await visitor.answer(publicationAdded.verifyCertificate, {
    number: 'C-GA26-MOB-9999',
  })
  expect(answer.code).toBe(404)
})

test('the fee table has every price and package of the open season', async () => {
  proves('call index/feeTable')
  const table = await visitor.call(publicationAdded.feeTable, {})
  expect(table).toMatchObject({
    currency: 'EUR',
    current_period: 'standard',
    edition: { code: 'GA27-1' },
    student_package_percent: 50,
  })
  expect(table.prices).toHaveLength(32)
  expect(table.prices).toContainEqual({
    section: 'student',
    period: 'late',
    kind: 'additional',
    amount_minor: 3000,
  })
  expect(
    table.packages.find(({ code, award }) => code === 'signature' && award === 'gold')
      ?.amount_minor,
  ).toBe(79000)
})

test('a call that the chair has closed by hand is closed everywhere, whatever its dates say', async () => {
  const entrant = api.as(await api.build.user())
  const isOpen = async () => {
    const [product] = await visitor.call(publication.category, {})
    return {
      fees: (await visitor.call(publicationAdded.feeTable, {})).is_open,
      category: product?.children[0]?.is_open,
      registration: (await entrant.call(entries.registrationTime, {})).is_open,
    }
  }
  const force = (is_forced: boolean) =>
    api.build.forcePhase('GA27-1', PHASES.admissibility, is_forced)
  expect(await isOpen()).toEqual({ fees: true, category: true, registration: true })
  await force(true)
  expect(await isOpen()).toEqual({ fees: false, category: false, registration: false })
  const states = (await visitor.call(publication.getAwardDate, {})).map(
    ({ key, state }) => `${key} ${state}`,
  )
  expect(states.slice(0, 3)).toEqual(['early past', 'standard past', 'admissibility current'])
  await force(false)
  expect(await isOpen()).toMatchObject({ fees: true })
})

test('the registration window requires sign-in', async () => {
  proves('call apply/registrationTime', 'call apply/awardClassification')
  expect((await visitor.answer(entries.registrationTime, {})).code).toBe(401)
  expect((await visitor.answer(entries.awardClassification, {})).code).toBe(401)
  const entrant = api.as(await api.build.user())
  const window = await entrant.call(entries.registrationTime, {})
  expect(window).toMatchObject({
    is_open: true,
    current_period: 'standard',
    edition: { timezone: 'Europe/Paris' },
  })
  expect(window.next_change_at).toBe(window.periods[2]?.starts_at)
  const sections = await entrant.call(entries.awardClassification, {})
  expect(sections.map(({ code }) => code)).toEqual([
    'professional',
    'emerging',
    'student',
    'concept',
  ])
  expect(sections[0]?.levels).toHaveLength(5)
})

test('E16: the formal check of an entry has the dates of the calendar', async () => {
  const dates = await visitor.call(publication.getAwardDate, {})
  const entrant = api.as(await api.build.user())
  const { check } = await entrant.call(entries.registrationTime, {})
  expect(dates.find(({ key }) => key === 'admissibility')).toMatchObject(check ?? {})
  expect(check).toEqual({ starts_at: expect.any(String), ends_at: expect.any(String) })
})

test('country codes carry names in two languages and a dialling code', async () => {
  proves('call index/getGlobalAreaCode')
  const codes = await visitor.call(publication.getGlobalAreaCode, {})
  const by = (iso2: string) => codes.find((code) => code.iso2 === iso2)
  expect(by('FR')).toMatchObject({ dial_code: '+33', name: 'France' })
  expect(by('CN')).toMatchObject({ dial_code: '+86', name_cn: '中国' })
  expect(by('US')?.dial_code).toBe('+1')
  expect(codes.length).toBeGreaterThan(200)
})

test('the other public calls answer', async () => {
  proves(
    'call index/regulations',
    'call index/mediaReport',
    'call index/getAward',
    'call index/faqAndPrivacy',
    'call index/contact',
    'call index/awardClassification',
  )
  expect((await visitor.call(publication.regulations, {})).chapters).toHaveLength(12)
  expect((await visitor.call(publication.mediaReport, {})).total).toBe(6)
  expect((await visitor.call(publication.getAward, {})).map(({ code }) => code)[0]).toBe(
    'grand_prix',
  )
  expect((await visitor.call(publication.faqAndPrivacy, {})).privacy?.type).toBe(2)
  expect((await visitor.call(publication.contact, {})).email).toContain('@')
  expect((await visitor.call(publication.awardClassification, {})).length).toBe(4)
})
