import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { publication } from '@awards/shared/contract'
import { POLICY_TYPES } from '@awards/shared/domain'
import { secondProgramme } from '../../../test/programme-copy.ts'
import { testApi } from '../../../test/test-api.ts'
import { applyProgramme, planProgramme } from './programme.service.ts'

const api = await testApi()
const folder = await secondProgramme()
const visitor = api.as(null)
const file = (name: string) => join(folder, name)
const edit = async (name: string, from: string, to: string) => {
  const text = await readFile(file(name), 'utf8')
  if (!text.includes(from)) throw new Error(`${name} does not say ${from}`)
  await writeFile(file(name), text.replace(from, to))
}
const add = (name: string, text: string) => writeFile(file(name), text)

const read = async () => {
  const page = { current: 1, pageSize: 20 }
  const { list: reports } = await visitor.call(publication.mediaReport, page)
  const { list: news } = await visitor.call(publication.blogsAndNewsList, page)
  const { faq } = await visitor.call(publication.faqAndPrivacy, {})
  const { policy } = await visitor.call(publication.privacyPolicyAndFaqs, {
    type: POLICY_TYPES.terms,
  })
  const blocks = await visitor.call(publication.other, { position: 'home_mid' })
  const banners = await visitor.call(publication.banner, { position: 'home_hero' })
  const rules = await visitor.call(publication.regulations, {})
  return {
    banners: banners.map(({ title }) => title),
    blocks: blocks.map(({ title }) => title),
    news: news.map(({ slug }) => slug),
    reports: reports.map(({ outlet }) => outlet),
    questions: faq.map(({ question }) => question),
    terms: policy?.version,
    rules: rules.version,
  }
}

const BEFORE = {
  banners: ['Send us one thing you made'],
  blocks: ['One day'],
  news: ['open'],
  reports: [],
  questions: ['Who may enter?'],
  terms: '1',
  rules: '1',
}

beforeAll(async () => {
  await applyProgramme(api.context, folder)
})

describe('scheduled content', () => {
  beforeAll(async () => {
    const image = 'image: images/wood.png, alt: A bowl of birch., link: /fees'
    await add(
      'content/banners.yaml',
      `- { code: welcome, position: home_hero, sort: 1, title: { en: Send us one thing you made }, subtitle: { en: Now. }, ends_at: 2031-03-01 10:00, ${image} }
- { code: spring, position: home_hero, sort: 2, title: { en: Spring }, subtitle: { en: Now. }, starts_at: 2031-03-01 10:00, ${image} }
`,
    )
    await add(
      'content/blocks.yaml',
      `- { code: how, position: home_mid, sort: 1, title: { en: One day }, body: { en: Once. }, ends_at: 2031-03-01 10:00 }
- { code: new, position: home_mid, sort: 2, title: { en: Two days }, body: { en: Twice. }, starts_at: 2031-03-01 10:00 }
`,
    )
    await add(
      'content/press.yaml',
      '- { code: paper, outlet: The Paper, title: { en: A prize }, url: https://paper.example.org/a, language: en, published_at: 2031-03-01 }\n',
    )
    await edit(
      'content/faq.yaml',
      'a: { en: Whoever makes. } }',
      'a: { en: Whoever makes. } }, { code: later, group: all, q: { en: And then? }, a: { en: Then. }, starts_at: 2031-03-01 10:00 }',
    )
    await cp(file('content/news/open.md'), file('content/news/later.md'))
    await edit('content/news/later.md', 'slug: open', 'slug: later')
    await edit('content/news/later.md', 'published_at: -5d', 'published_at: 2031-03-01 10:00')
    await cp(file('content/policies/terms.md'), file('content/policies/terms-2.md'))
    await edit('content/policies/terms-2.md', "version: '1'", "version: '2'")
    await edit('content/policies/terms-2.md', 'effective_at: -20d', 'effective_at: 2031-03-01')
    await mkdir(file('content/regulations/two'))
    await add('content/regulations/two/version.yaml', "version: '2'\neffective_at: 2031-03-01\n")
    await add(
      'content/regulations/two/01.md',
      '---\ntitle: { en: New }\n---\n::: en\nTwo things each.\n',
    )
  })

  test('appears in the plan with its time before anything is written', async () => {
    const { changes, schedule } = await planProgramme(api.context, folder)
    expect(changes.find(({ record }) => record === 'spring')?.visible).toEqual({
      from: '2031-03-01T09:00:00.000Z',
      until: null,
    })
    expect(schedule.map(({ record, what }) => `${record} ${what}`).toSorted()).toEqual(
      [
        'welcome disappears',
        'spring appears',
        'how disappears',
        'new appears',
        'paper appears',
        'later appears',
        'later appears',
        '3 2 holds',
        '2 holds',
      ].toSorted(),
    )
    expect(await read()).toEqual(BEFORE)
  })

  test('appears, ends and comes into force at its time, in the time zone of the programme', async () => {
    await applyProgramme(api.context, folder)
    expect(await read()).toEqual(BEFORE)
    // Midnight in Oslo is 23:00 UTC; records with a date instead of a time appear then.
    api.setTime('2031-02-28T22:59:00Z')
    expect(await read()).toEqual(BEFORE)
    api.setTime('2031-02-28T23:01:00Z')
    expect(await read()).toEqual({ ...BEFORE, reports: ['The Paper'], terms: '2', rules: '2' })
    api.setTime('2031-03-01T09:00:00Z')
    expect(await read()).toEqual({
      banners: ['Spring'],
      blocks: ['Two days'],
      news: ['later', 'open'],
      reports: ['The Paper'],
      questions: ['Who may enter?', 'And then?'],
      terms: '2',
      rules: '2',
    })
    api.setTime(new Date())
  })

  test('announced and past versions of the regulations can be read', async () => {
    const { version, versions, chapters } = await visitor.call(publication.regulations, {
      version: '2',
    })
    expect(version).toBe('2')
    expect(versions).toMatchObject([
      { version: '1', is_effective: true },
      { version: '2', is_effective: false },
    ])
    expect(chapters).toMatchObject([{ number: 1, title: 'New' }])
    api.setTime('2031-03-02T00:00:00Z')
    const earlier = await visitor.call(publication.regulations, { version: '1' })
    expect(earlier.versions).toMatchObject([
      { version: '2', is_effective: true },
      { version: '1', is_effective: true },
    ])
    expect(earlier.chapters).toMatchObject([{ title: 'The rules' }])
    const { code, msg } = await visitor.answer(publication.regulations, { version: '9' })
    expect({ code, msg }).toMatchObject({ code: 404, msg: expect.stringContaining('2, 1') })
    api.setTime(new Date())
  })

  test('before any version is in force, the next one to come is shown, as one that is announced', async () => {
    api.setTime('2001-01-01T00:00:00Z')
    const { version, versions } = await visitor.call(publication.regulations, {})
    expect(version).toBe('1')
    expect(versions).toMatchObject([
      { version: '1', is_effective: false },
      { version: '2', is_effective: false },
    ])
    api.setTime(new Date())
  })

  test('published versions stay when their files are removed', async () => {
    await rename(file('content/policies/terms-2.md'), file('terms-2'))
    await rm(file('content/regulations/two'), { recursive: true })
    expect((await applyProgramme(api.context, folder)).changes).toEqual([])
    expect((await visitor.call(publication.regulations, { version: '2' })).chapters).toHaveLength(1)
  })
})

test('applied changes show with the next request', async () => {
  for (const title of ['One', 'Two', 'Three']) {
    await visitor.call(publication.about, {})
    await edit(
      'content/about.yaml',
      (await readFile(file('content/about.yaml'), 'utf8')).split('\n')[3] ?? '',
      `story: { en: ${title} }`,
    )
    await applyProgramme(api.context, folder)
    expect((await visitor.call(publication.about, {})).html).toBe(`<p>${title}</p>`)
  }
})

test('refuses a stale plan after a change of the files or of the content', async () => {
  await edit('content/about.yaml', 'Three', 'Four')
  const { plan } = await planProgramme(api.context, folder)
  expect((await planProgramme(api.context, folder)).plan).toBe(plan)
  await api.db.updateTable('faqs').set({ sort: 7 }).where('code', '=', 'who').execute()
  await expect(applyProgramme(api.context, folder, { expected: plan })).rejects.toThrow(
    'no longer holds',
  )
  await api.db.updateTable('faqs').set({ sort: 0 }).where('code', '=', 'who').execute()
  await edit('content/about.yaml', 'Four', 'Five')
  await expect(applyProgramme(api.context, folder, { expected: plan })).rejects.toThrow(
    'no longer holds',
  )
  expect((await visitor.call(publication.about, {})).html).toBe('<p>Three</p>')
  await edit('content/about.yaml', 'Five', 'Four')
  await applyProgramme(api.context, folder, { expected: plan })
  expect((await visitor.call(publication.about, {})).html).toBe('<p>Four</p>')
})

test('concurrent runs serialize: one applies the change, the others find none', async () => {
  await edit('content/about.yaml', 'Four', 'Five')
  const plans = await Promise.all([1, 2, 3, 4].map(() => applyProgramme(api.context, folder)))
  expect(plans.map(({ changes }) => changes.length).toSorted()).toEqual([0, 0, 0, 1])
})

test('moves all phases at once, and reports overlapping dates with their lines', async () => {
  const phases = (days: number) =>
    `  - { code: call_open, starts_at: ${-10 + days}d, ends_at: +${20 + days}d }\n  - { code: admissibility, starts_at: +${20 + days}d, ends_at: +${50 + days}d }\n`
  const line = '  - { code: call_open, starts_at: -10d, ends_at: +20d 23:59:59 }\n'
  await edit('editions/2027.yaml', line, phases(0))
  await applyProgramme(api.context, folder)
  await edit('editions/2027.yaml', phases(0), phases(5))
  const { changes } = await applyProgramme(api.context, folder)
  expect(changes.map(({ record }) => record)).toEqual(['N27 admissibility', 'N27 call_open'])
  await edit('editions/2027.yaml', 'starts_at: +25d', 'starts_at: +24d')
  await edit('content/banners.yaml', 'starts_at: 2031', 'ends_at: 2020-01-01, starts_at: 2031')
  await expect(planProgramme(api.context, folder)).rejects.toMatchObject({
    problems: [
      {
        file: 'content/banners.yaml',
        line: 2,
        reason: expect.stringContaining('before it begins'),
      },
      { file: 'editions/2027.yaml', line: 12, reason: expect.stringContaining('begins before') },
    ],
  })
  await edit('editions/2027.yaml', 'starts_at: +24d', 'starts_at: +25d')
  await edit('content/banners.yaml', 'ends_at: 2020-01-01, ', '')
})

test('reports every problem at once with its fix, and loads nothing', async () => {
  await edit('content/about.yaml', 'Five', 'Six')
  await edit('jurors/solheim.yaml', "country: 'NO'", 'country: Norway')
  await edit('fees.yaml', 'standard: [1000, 500], ', '')
  await edit('content/news/open.md', 'Send it.', 'Send it [here](http://a.example).\n::: de\nNein.')
  await add(
    'content/press.yaml',
    '- { code: who, outlet: A, title: { en: A }, url: https://a.example/, language: en, published_at: -1d }\n- { code: who, outlet: B, title: { en: B }, url: https://b.example/, language: en, published_at: -1d }\n',
  )
  await rm(file('images/wool.png'))
  const failure = await applyProgramme(api.context, folder).catch((error: unknown) => error)
  expect(failure).toMatchObject({
    problems: expect.arrayContaining(
      [
        {
          file: 'jurors/solheim.yaml',
          line: 6,
          reason: expect.stringContaining('write for instance FR'),
        },
        {
          file: 'fees.yaml',
          line: 2,
          reason: expect.stringContaining('no price for the period standard'),
        },
        { file: 'content/news/open.md', line: 13, reason: expect.stringContaining('::: de') },
        {
          file: 'content/news/open.md',
          line: 12,
          reason: expect.stringContaining('http://a.example'),
        },
        {
          file: 'content/press.yaml',
          line: 2,
          reason: expect.stringContaining('content/press.yaml:1'),
        },
        { file: 'content/about.yaml', line: 2, reason: expect.stringContaining('images/wool.png') },
      ].map((problem) => expect.objectContaining(problem)),
    ),
  })
  expect((await visitor.call(publication.about, {})).html).toBe('<p>Five</p>')
})
