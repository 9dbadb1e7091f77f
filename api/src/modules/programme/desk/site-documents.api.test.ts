import {
  programmeDesk,
  type FaqDocument,
  type ProgrammeDocument,
  type RegulationsDocument,
} from '@awards/shared/contract'
import { sql } from 'kysely'
import { organiserOf } from '../../../../test/organiser-of.ts'
import { demoApi } from '../../../../test/test-api.ts'
import { planDocuments } from '../programme.service.ts'
import { liveProgramme } from './documents.ts'

const api = await demoApi()
const anne = await organiserOf(api)

async function read<T = ProgrammeDocument>(file: string) {
  const { document } = await anne.call(programmeDesk.document, { file })
  return document as unknown as T
}
const save = (file: string, from: object | null, document: object | null) =>
  anne.answer(programmeDesk.save, {
    file,
    from: from as ProgrammeDocument | null,
    document: document as ProgrammeDocument | null,
  })
const plan = () => anne.call(programmeDesk.plan, {})
async function applyDrafts() {
  const { plan: id } = await plan()
  return anne.answer(programmeDesk.apply, { plan: id ?? '' })
}
async function undoNewest() {
  const { list } = await anne.call(programmeDesk.versions, {})
  await anne.call(programmeDesk.undo, { id: list[0]?.id ?? '' })
}

afterEach(() => anne.call(programmeDesk.discard, {}))

test('every document as it is live leads back to the same site', async () => {
  const { files, document, origin } = await liveProgramme(api.db)
  expect(files.length).toBeGreaterThan(40)
  const documents = files.map((file) => [file, document(file) ?? null] as const)
  expect((await planDocuments(api.context, origin(new Map(documents)))).changes).toEqual([])
})

test.each([
  ['content/banners.yaml', 'list.0.title.en', 'list.0.link', 'banners'],
  ['content/press.yaml', 'list.0.title.en', 'list.0.url', 'media_reports'],
  ['content/blocks.yaml', 'list.0.body.en', 'list.0.position', 'blocks'],
  ['content/about.yaml', 'story.en', 'title.en', 'site_documents'],
  ['content/contact.yaml', 'hours.en', 'emails.general', 'site_documents'],
  ['sections.yaml', 'list.0.name.en', 'list.0.description.en', 'sections'],
  ['criteria.yaml', 'list.0.question.en', 'list.0.name.en', 'criteria'],
  ['awards.yaml', 'list.2.description.en', 'list.2.colour', 'award_levels'],
])(
  '%s goes live, is undone, and names what is wrong in its field',
  async (file, path, wrong, table) => {
    const start = await read(file)
    expect(await save(file, start, at(start, path, 'Other words'))).toMatchObject({ code: 200 })
    expect((await plan()).changes).toMatchObject([{ kind: 'changed', table }])
    expect((await applyDrafts()).code).toBe(200)
    await undoNewest()
    await applyDrafts()
    expect(await read(file)).toEqual(start)
    const answer = await save(file, start, at(start, wrong, ' '))
    expect(answer.code).toBe(422)
    expect(Object.keys(answer.msg as object)).toEqual([wrong])
  },
)

/** A copy of a document with one value replaced. */
function at(document: object, path: string, value: unknown) {
  const copy = structuredClone(document) as Record<string, unknown>
  const steps = path.split('.')
  const last = steps.pop() ?? ''
  const holder = steps.reduce((inner, step) => inner[step] as Record<string, unknown>, copy)
  holder[last] = value
  return copy
}

test('a link that the site would drop is named in its text', async () => {
  const file = 'content/faq.yaml'
  const start = await read<FaqDocument>(file)
  const answer = await save(file, start, at(start, 'questions.0.a.fr', '[ici](javascript:alert)'))
  expect(answer).toMatchObject({ code: 422, msg: { 'questions.0.a.fr': [expect.any(String)] } })
})

test('a group of questions keeps its code when questions change their order', async () => {
  const file = 'content/faq.yaml'
  const start = await read<FaqDocument>(file)
  const reordered = { ...start, questions: start.questions.toReversed() }
  await save(file, start, reordered)
  await applyDrafts()
  const live = await read<FaqDocument>(file)
  expect(live.questions).toEqual(reordered.questions)
  expect(live.groups).toEqual(start.groups)
  await undoNewest()
  await applyDrafts()
  expect(await read(file)).toEqual(start)
})

describe('regulations', () => {
  const file = 'content/regulations/2199.1/version.yaml'
  const next = async (): Promise<RegulationsDocument> => {
    const { list } = await anne.call(programmeDesk.documents, {})
    const last = list.filter(({ kind }) => kind === 'regulations').at(-1)
    const document = await read<RegulationsDocument>(last?.file ?? '')
    return { ...document, version: '2199.1', effective_at: '2199-01-01' }
  }

  test('a next version with its chapters goes live and is taken back while it does not hold', async () => {
    const document = await next()
    const chapter = { title: { en: 'Last words' }, text: { en: 'Goodbye.' } }
    const written = { ...document, chapters: [chapter, ...document.chapters.slice(1)] }
    expect(await save(file, null, written)).toMatchObject({ code: 200 })
    expect((await applyDrafts()).code).toBe(200)
    expect(await read(file)).toEqual(written)
    const [first] = await api.db
      .selectFrom('regulation_chapters')
      .select(['title', 'number'])
      .where('version', '=', '2199.1')
      .orderBy('number')
      .execute()
    expect(first).toEqual({ title: chapter.title, number: 1 })
    await undoNewest()
    expect((await applyDrafts()).code).toBe(200)
    const { list } = await anne.call(programmeDesk.documents, {})
    expect(list.map((row) => row.file)).not.toContain(file)
  })

  test('a wrong chapter is named, and a version that has held stays', async () => {
    const document = await next()
    const wrong = at(document, 'chapters.1.text.en', 'One.\n::: fr\nDeux.')
    expect(await save(file, null, wrong)).toMatchObject({
      code: 422,
      msg: { 'chapters.1.text.en': [expect.stringContaining(':::')] },
    })
    const empty = at(document, 'chapters.1.title.en', '')
    expect(await save(file, null, empty)).toMatchObject({
      code: 422,
      msg: { 'chapters.1.title.en': [expect.any(String)] },
    })
    const other = await save('content/regulations/2199.2/version.yaml', null, document)
    expect(other).toMatchObject({ code: 422, msg: { document: [expect.any(String)] } })
    const held = 'content/regulations/2026.1/version.yaml'
    expect(await save(held, await read(held), null)).toMatchObject({
      code: 409,
      msg: expect.stringContaining('has held already'),
    })
  })
})

describe('jurors', () => {
  const FERRANTE = 'jurors/ferrante.yaml'

  test('the public profile is written here; level, categories and rights are not', async () => {
    const start = await read(FERRANTE)
    expect(await save(FERRANTE, start, at(start, 'title.en', 'Chair maker'))).toMatchObject({
      code: 200,
    })
    expect((await plan()).changes).toMatchObject([{ table: 'jurors', record: 'ferrante' }])
    for (const change of [
      { level: 1 },
      { president: true },
      { capabilities: ['can_award'] },
      { categories: 'all' },
      { email: 'other@jury.example.org' },
    ]) {
      expect(await save(FERRANTE, start, { ...start, ...change })).toMatchObject({ code: 422 })
    }
    await anne.call(programmeDesk.discard, {})
    expect(await save(FERRANTE, start, null)).toMatchObject({ code: 422 })
    expect(await save('jurors/new.yaml', null, { ...start, slug: 'new' })).toMatchObject({
      code: 422,
    })
  })

  test('what jurors declared and whose seat was taken away stay as they are when something goes live', async () => {
    const declared = ['Ferrante Fabbrica', 'Politecnico']
    await api.db
      .updateTable('jurors')
      .set({ affiliations: declared })
      .where('slug', '=', 'ferrante')
      .execute()
    // An invited juror has written nothing yet; of an erased one a row without a company is left.
    await api.db
      .updateTable('jurors')
      .set({ bio: JSON.stringify({ en: '' }), company: null })
      .where('slug', '=', 'weiss')
      .execute()
    await api.db
      .updateTable('jurors')
      .set({ is_active: false, name: 'Former juror', company: null, slug: 'former-1' })
      .where('slug', '=', 'carvalho')
      .execute()
    const start = await read('content/contact.yaml')
    await save('content/contact.yaml', start, { ...start, phone: '+33 1 00 00 00 00' })
    expect((await plan()).changes).toMatchObject([{ table: 'site_documents' }])
    expect((await applyDrafts()).code).toBe(200)
    const rows = await api.db
      .selectFrom('jurors')
      .select(['slug', 'affiliations', 'is_active'])
      .where('slug', 'in', ['ferrante', 'former-1'])
      .orderBy('slug')
      .execute()
    expect(rows).toMatchObject([
      { slug: 'ferrante', affiliations: declared },
      { slug: 'former-1', is_active: false },
    ])
  })
})

test('package prices of an earlier season stay as they are when something goes live', async () => {
  const ofSeason = sql`from editions season, winner_packages sold
    where edition_id = season.id and package_id = sold.id and season.code = 'GA26-1'`
  const offers = async () => {
    const { rows } = await sql<{ code: string; amount_minor: number }>`
      select sold.code, price.* from winner_package_prices price
      join winner_packages sold on sold.id = package_id join editions season on season.id = edition_id
      where season.code = 'GA26-1' order by price.package_id, price.award_id`.execute(api.db)
    return rows
  }
  await sql`update winner_package_prices set amount_minor = 70000 ${ofSeason}
    and sold.code = 'signature'`.execute(api.db)
  await sql`delete from winner_package_prices using editions season, winner_packages sold
    where edition_id = season.id and package_id = sold.id and season.code = 'GA26-1'
      and sold.code = 'prestige'`.execute(api.db)
  const edition = api.db.updateTable('editions').where('code', '=', 'GA26-1')
  await edition.set({ student_package_percent: 40 }).execute()
  const before = await offers()
  expect(before.filter(({ amount_minor }) => amount_minor === 70_000)).toHaveLength(4)

  const start = await read('content/contact.yaml')
  await save('content/contact.yaml', start, { ...start, phone: '+33 1 00 00 00 01' })
  expect((await plan()).changes).toMatchObject([{ table: 'site_documents' }])
  expect((await applyDrafts()).code).toBe(200)
  expect(await offers()).toEqual(before)

  const file = 'editions/ga26-1.yaml'
  const season = await read(file)
  for (const [prices, path] of [
    [{ unknown: { prices: {} } }, 'package_prices.unknown'],
    [
      { signature: { prices: { gold: 100 }, event_share: 200 } },
      'package_prices.signature.event_share',
    ],
  ] as const) {
    const answer = await save(file, season, { ...season, package_prices: prices })
    expect(answer.code).toBe(422)
    expect(Object.keys(answer.msg as object)).toEqual([path])
  }
})
