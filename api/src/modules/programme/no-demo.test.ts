import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT_DIR } from '../../start/config.ts'
import { openFolder } from './read/programme-files.ts'
import { readProgramme } from './read/read-programme.ts'

const SOURCES = ['shell/src', 'shared/src', 'shared/build', 'api/src', 'mf-public/src']
const REMOTES = ['mf-entrant/src', 'mf-jury/src', 'mf-payment/src', 'mf-organiser/src']
const CODE = /\.(tsx?|cjs|mjs|css|json|html|svg|sql)$/
/** Excluded: tests, fixtures, the demo loader and migrations may name the demo programme. */
const EXCLUDED = /\.test\.|\.fixture\.|\/testing\/|^api\/src\/demo\/|^api\/src\/db\/migrations\//
/** Shorter texts may be common terms that the code uses too. */
const MIN_SENTENCE = 28

const sources = async () => {
  const found = await Promise.all(
    [...SOURCES, ...REMOTES].map(async (folder) => {
      const names = await readdir(join(ROOT_DIR, folder), { recursive: true })
      return names.map((name) => `${folder}/${name}`)
    }),
  )
  const files = found.flat().filter((file) => CODE.test(file) && !EXCLUDED.test(file))
  return Promise.all(
    files.map(async (file) => ({ file, text: await readFile(join(ROOT_DIR, file), 'utf8') })),
  )
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

const programme = await readProgramme(await openFolder(join(ROOT_DIR, 'programme')))
const code = await sources()
const holding = (pattern: RegExp) =>
  code.flatMap(({ file, text }) => (pattern.test(text) ? [file] : []))
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

test('finds the sources', () => {
  expect(code.length).toBeGreaterThan(500)
})

test.each([
  ['name', /garance|茜草/i],
  [
    'organiser',
    new RegExp(escaped(programme.programme.value.organiser.director.replace(/ \(.*/, ''))),
  ],
  ['street', new RegExp(escaped(programme.programme.value.organiser.address))],
  ['bank', new RegExp(programme.programme.value.bank.bic)],
  ['seasons', new RegExp(programme.editions.map(({ value }) => value.code).join('|'))],
  ['number prefix', /\bGA(?=[-$`]|\d\d)/],
  ['jurors', new RegExp(programme.jurors.map(({ value }) => value.name).join('|'))],
  ['domains', /garance\.example|jury\.example\.org/],
])('the code does not contain the %s of the demo programme', (_what, pattern) => {
  expect(holding(pattern)).toEqual([])
})

test('the code contains no award colours', () => {
  // The colour of the highest award is also the default primary colour.
  const own = programme.awards.value.map(({ colour }) => colour).filter((one) => one !== '#E72E2D')
  expect(own.length).toBeGreaterThan(2)
  expect(holding(new RegExp(own.join('|'), 'i'))).toEqual([])
})

test('the code contains no sentence of the demo programme', () => {
  const { banners, blocks, faq, about, news, press, contact, categories, awards, criteria } =
    programme
  const values = [
    banners,
    blocks,
    faq,
    about,
    press,
    contact,
    categories,
    awards,
    criteria,
    ...news,
  ]
  const sentences = values
    .flatMap(({ value }) => textsIn(value))
    .filter((text) => text.length >= MIN_SENTENCE)
    .map((text) => text.slice(0, 60).trim())
  expect(sentences.length).toBeGreaterThan(100)
  const found = code.flatMap(({ file, text }) =>
    sentences
      .filter((sentence) => text.includes(sentence))
      .map((sentence) => `${file}: ${sentence}`),
  )
  expect(found).toEqual([])
})
