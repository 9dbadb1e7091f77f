import { access } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { entryProblems } from '@awards/shared/domain'
import { entryAnswers } from '../demo/entry-answers.ts'
import type { Problem } from './programme-error.ts'
import type { Source } from './programme-source.ts'
import { checkFees } from './programme-fees.ts'
import { textProblems } from './programme-texts.ts'
import { checkUnique, type At } from './programme-unique.ts'
import type { Programme } from './programme-files.ts'

const OPEN_STATES = ['draft', 'withdrawn']
const EVERY: Names = { has: () => true }

type Names = { has(name: string): boolean }

/** What no file can know alone: names that others define, pictures on the disk, the entry form. */
export async function checkProgramme(programme: Programme, problems: Problem[]): Promise<void> {
  const known = knownNames(programme)
  // What a file defines that could not be read is not missed elsewhere as well.
  const isBroken = (folder: string) => problems.some(({ file }) => file.startsWith(folder))
  if (isBroken('jurors/')) known.juror = known.account = EVERY
  if (isBroken('editions/')) known.edition = EVERY
  const at: At = (source, path, reason) =>
    problems.push({ file: source.file, line: source.line(path), reason })
  const needs = (
    source: Source<unknown>,
    path: PropertyKey[],
    kind: keyof typeof known,
    name: string,
  ) => {
    if (!known[kind].has(name)) {
      at(source, path, `${path.map(String).join('.')}: there is no ${kind} called ${name}`)
    }
  }

  for (const juror of programme.jurors) {
    const { categories } = juror.value
    if (categories === 'all') continue
    categories.forEach((code, index) => needs(juror, ['categories', index], 'category', code))
  }
  for (const edition of programme.editions) {
    edition.value.second_level_categories.forEach((code, index) =>
      needs(edition, ['second_level_categories', index], 'category', code),
    )
  }
  programme.codes.value.forEach(({ owner, edition }, index) => {
    needs(programme.codes, [index, 'owner'], 'account', owner)
    needs(programme.codes, [index, 'edition'], 'edition', edition)
  })
  programme.faq.value.questions.forEach(({ group }, index) =>
    needs(programme.faq, ['questions', index, 'group'], 'question group', group),
  )
  for (const name of Object.keys(programme.scoring.value.bias)) {
    needs(programme.scoring, ['bias', name], 'juror', name)
  }

  const isJudged = programme.entries.find(({ value }) => !OPEN_STATES.includes(value.state))
  if (isJudged && programme.scoring.value.first_level_progress.length === 0) {
    at(isJudged, ['state'], 'state: entries before the jury need the file scoring.yaml')
  }
  for (const entry of programme.entries) {
    const { value } = entry
    needs(entry, ['edition'], 'edition', value.edition)
    needs(entry, ['category'], 'category', value.category)
    needs(entry, ['entrant'], 'account', value.entrant)
    if (value.agent_code) needs(entry, ['agent_code'], 'code', value.agent_code)
    if (value.invitation_code) needs(entry, ['invitation_code'], 'code', value.invitation_code)
    if (value.state === 'awarded' && !value.award)
      at(entry, ['state'], 'award: an awarded entry needs its level')
    if (value.is_show && value.state !== 'awarded')
      at(entry, ['is_show'], 'is_show: only an awarded entry can be shown')
    for (const name of Object.keys(value.scores ?? {}))
      needs(entry, ['scores', name], 'juror', name)
    value.recused.forEach(({ juror }, index) =>
      needs(entry, ['recused', index, 'juror'], 'juror', juror),
    )
    if (!OPEN_STATES.includes(value.state)) {
      // The form's own rules, so that no entry of the files could not have been entered.
      const found = entryProblems(entryAnswers(value, '2026-01-01', 'UTC'), value.images)
      for (const [field, messages] of Object.entries(found)) {
        at(entry, [field.split('.')[0] ?? field], `${field}: ${messages.join('; ')}`)
      }
    }
  }

  checkFees(programme, at)
  checkUnique(programme, at)
  problems.push(...textProblems(programme))
  await checkPictures(programme, at)
}

async function checkPictures(programme: Programme, at: At) {
  for (const { source, path, file } of picturesOf(programme)) {
    if (!resolve(programme.folder, file).startsWith(resolve(programme.folder) + sep)) {
      at(source, path, `${path.map(String).join('.')}: ${file} lies outside of this folder`)
      continue
    }
    const there = await access(join(programme.folder, file)).then(
      () => true,
      () => false,
    )
    if (!there) at(source, path, `${path.map(String).join('.')}: there is no file ${file}`)
  }
}

type Named = { source: Source<unknown>; path: PropertyKey[]; file: string; owner?: string }

/** Every picture the files name; those of entries belong to their entrant. */
export function picturesOf(programme: Programme): Named[] {
  const { banners, blocks, categories, about, jurors, news, entries } = programme
  return [
    ...banners.value.map(({ image }, index) => ({
      source: banners,
      path: [index, 'image'],
      file: image,
    })),
    ...banners.value.flatMap(({ mobile_image: file }, index) =>
      file ? [{ source: banners, path: [index, 'mobile_image'], file }] : [],
    ),
    ...blocks.value.flatMap(({ image }, index) =>
      image ? [{ source: blocks, path: [index, 'image'], file: image }] : [],
    ),
    ...categories.value.flatMap((parent, outer) =>
      parent.categories.map(({ image }, inner) => ({
        source: categories,
        path: [outer, 'categories', inner, 'image'],
        file: image,
      })),
    ),
    { source: about, path: ['image'], file: about.value.image },
    ...jurors.flatMap((juror) =>
      juror.value.photo ? [{ source: juror, path: ['photo'], file: juror.value.photo }] : [],
    ),
    ...news.map((page) => ({ source: page, path: ['cover'], file: page.value.cover })),
    ...entries.flatMap((entry) =>
      entry.value.images.map(({ file }, index) => ({
        source: entry,
        path: ['images', index, 'file'],
        file,
        owner: entry.value.entrant,
      })),
    ),
  ]
}

function knownNames({
  categories,
  editions,
  users,
  jurors,
  codes,
  faq,
}: Programme): Record<
  'category' | 'edition' | 'account' | 'juror' | 'code' | 'question group',
  Names
> {
  const { organiser, agents, entrants } = users.value
  return {
    category: new Set(
      categories.value.flatMap((parent) => parent.categories.map(({ code }) => code)),
    ),
    edition: new Set(editions.map(({ value }) => value.code)),
    account: new Set([
      ...[...(organiser ? [organiser] : []), ...agents, ...entrants].map(({ email }) => email),
      ...jurors.flatMap(({ value }) => value.email ?? []),
    ]),
    juror: new Set(jurors.map(({ value }) => value.slug)),
    code: new Set(codes.value.map(({ code }) => code)),
    'question group': new Set(Object.keys(faq.value.groups)),
  }
}
