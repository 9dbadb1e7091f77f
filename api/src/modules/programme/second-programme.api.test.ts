import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publication, publicationAdded } from '@awards/shared/contract'
import { POLICY_TYPES } from '@awards/shared/domain'
import { secondProgramme } from '../../../test/programme-copy.ts'
import { testApi } from '../../../test/test-api.ts'
import { exportProgramme } from './export/export.service.ts'
import { applyProgramme, planProgramme } from './programme.service.ts'

const api = await testApi()
const folder = await secondProgramme()
const visitor = api.as(null)
const FRENCH = { 'accept-language': 'fr' }

beforeAll(async () => {
  await applyProgramme(api.context, folder)
})

/** Answers of all public calls, as one JSON text. */
async function allAnswers(): Promise<string> {
  const page = { current: 1, pageSize: 20 }
  const answers = await Promise.all([
    visitor.answer(publication.banner, { position: 'home_hero' }, FRENCH),
    visitor.answer(publication.other, { position: 'home_mid' }, FRENCH),
    visitor.answer(publication.category, {}, FRENCH),
    visitor.answer(publication.getAwardDate, {}, FRENCH),
    visitor.answer(publication.getAward, {}, FRENCH),
    visitor.answer(publication.awardClassification, {}, FRENCH),
    visitor.answer(publication.jury, {}, FRENCH),
    visitor.answer(publication.indexWinnerList, page, FRENCH),
    visitor.answer(publication.faqAndPrivacy, {}, FRENCH),
    visitor.answer(publication.regulations, {}, FRENCH),
    visitor.answer(publication.blogsAndNewsList, page, FRENCH),
    visitor.answer(publication.mediaReport, page, FRENCH),
    visitor.answer(publication.privacyPolicyAndFaqs, { type: POLICY_TYPES.terms }, FRENCH),
    visitor.answer(publication.contact, {}, FRENCH),
    visitor.answer(publication.about, {}, FRENCH),
    visitor.answer(publicationAdded.feeTable, {}, FRENCH),
    visitor.answer(publicationAdded.winnerFacets, {}, FRENCH),
  ])
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 200))
  return JSON.stringify(answers)
}

test('a second programme shows its own content and nothing of the demo', async () => {
  const text = await allAnswers()
  expect(text).toContain('Nordlys Craft Prize')
  expect(text).toContain('Send us one thing you made')
  expect(text).toContain('#1F7A8C')
  expect(text).toContain('NOK')
  expect(text).not.toMatch(/garance|茜草|GA2\d|marchetti|teinturiers|#B08A2E|"EUR"/i)
})

test('derives the number prefix from the code of the programme', async () => {
  const { document } = await api.db
    .selectFrom('site_documents')
    .select('document')
    .where('code', '=', 'programme')
    .executeTakeFirstOrThrow()
  expect(document).toMatchObject({ number_prefix: 'NO', timezone: 'Europe/Oslo' })
})

test('exports and reloads a programme in one language without accounts', async () => {
  const out = await mkdtemp(join(tmpdir(), 'awards-second-out-'))
  try {
    await exportProgramme(api.context, out)
    expect((await planProgramme(api.context, out)).changes).toEqual([])
    expect(await readFile(join(out, 'fees.yaml'), 'utf8')).toContain('standard:')
  } finally {
    await rm(out, { recursive: true })
  }
})

describe('an account that the files name as a juror', () => {
  const file = join(folder, 'jurors', 'solheim.yaml')
  const nameJuror = async (email: string, level: number) => {
    const text = await readFile(file, 'utf8')
    const plain = text.replaceAll(/^(email|level): .*\n/gm, '')
    await writeFile(file, `email: ${email}\nlevel: ${level}\n${plain}`)
  }
  const identityOf = async (email: string) =>
    (
      await api.db
        .selectFrom('users')
        .select('identity')
        .where('email', '=', email)
        .executeTakeFirst()
    )?.identity

  test('has the identity of its level, also after the level has changed', async () => {
    const email = 'ida@solheim.example'
    await nameJuror(email, 2)
    await applyProgramme(api.context, folder)
    expect(await identityOf(email)).toBe(2)
    await nameJuror(email, 3)
    await planProgramme(api.context, folder)
    expect(await identityOf(email)).toBe(2)
    await applyProgramme(api.context, folder)
    expect(await identityOf(email)).toBe(3)
  })

  test('is refused where it is an entrant, with what to do', async () => {
    const { email } = await api.build.user()
    await nameJuror(email, 2)
    for (const run of [planProgramme, applyProgramme]) {
      const refusal = `the files name as jurors ${email}, which are accounts of entrants. Give the juror another address`
      await expect(run(api.context, folder)).rejects.toThrow(refusal)
    }
    expect(await identityOf(email)).toBe(0)
  })
})
