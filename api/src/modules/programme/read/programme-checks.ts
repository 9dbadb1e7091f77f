import { access } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { entryProblems } from '@awards/shared/domain'
import { entryAnswers } from './entry-schema.ts'
import type { Problem, Source } from './programme-source.ts'
import type { Programme } from './programme-files.ts'
import { textProblems } from './programme-texts.ts'

/** Notes what is wrong at a place of a file. */
type At = (source: Source<unknown>, path: PropertyKey[], reason: string) => void

type NamedItem = { source: Source<unknown>; path: PropertyKey[]; name: string }

/** Names by which records are found again are given once. */
function checkUnique(programme: Programme, at: At) {
  const { categories, fees, policies, regulations } = programme
  const lists = [
    ...[programme.sections, programme.awards, programme.criteria, programme.codes].map((source) =>
      codesIn(source, source.value),
    ),
    ...[programme.banners, programme.blocks, programme.press].map((source) =>
      codesIn(source, source.value),
    ),
    codesIn(programme.faq, programme.faq.value.questions, ['questions']),
    codesIn(fees, fees.value.winner_packages, ['winner_packages']),
    [
      ...codesIn(categories, categories.value),
      ...categories.value.flatMap((parent, index) =>
        codesIn(categories, parent.categories, [index, 'categories']),
      ),
    ],
    of(programme.entries, 'slug', ({ slug }) => slug),
    of(programme.jurors, 'slug', ({ slug }) => slug),
    of(programme.jurors, 'email', ({ email }) => email),
    of(programme.editions, 'code', ({ code }) => code),
    of(programme.news, 'slug', ({ slug }) => slug),
    of(policies, 'version', ({ type, version }) => `${type} ${version}`),
    of(regulations, 'version', ({ version }) => version),
  ]
  for (const list of lists) {
    const seen = new Map<string, NamedItem>()
    for (const one of list) {
      const first = seen.get(one.name)
      seen.set(one.name, first ?? one)
      if (!first) continue
      const where = `${first.source.file}:${first.source.line(first.path)}`
      const key = one.path.map(String).join('.')
      at(one.source, one.path, `${key}: ${one.name} is already used in ${where}`)
    }
  }
}

const codesIn = (
  source: Source<unknown>,
  records: readonly { code: string }[],
  below: PropertyKey[] = [],
): NamedItem[] =>
  records.map(({ code }, index) => ({ source, path: [...below, index, 'code'], name: code }))

const of = <T>(
  sources: readonly Source<T>[],
  key: string,
  name: (value: T) => string | undefined,
): NamedItem[] =>
  sources.flatMap((source) => {
    const found = name(source.value)
    return found === undefined ? [] : [{ source, path: [key], name: found }]
  })

/** Every section has a price in every period of every season, and no price is for nothing. */
function checkFees({ sections, fees, editions, codes }: Programme, at: At) {
  checkEventShares(fees, at)
  checkDiscounts(codes, at)
  const { entry } = fees.value
  const known = new Set<string>(sections.value.map(({ code }) => code))
  for (const code of Object.keys(entry)) {
    if (!known.has(code))
      at(fees, ['entry', code], `entry.${code}: sections.yaml has no such section`)
  }
  for (const { code } of sections.value) {
    const prices = entry[code]
    if (!prices) {
      at(fees, ['entry'], `entry: there is no price for the section ${code} of sections.yaml`)
      continue
    }
    for (const { file, value } of editions) {
      for (const period of value.fee_periods) {
        if (prices[period.code]) continue
        const reason = `there is no price for the period ${period.code} of ${file}`
        at(fees, ['entry', code], `entry.${code}: ${reason}`)
      }
    }
  }
}

/** Seats at the gala cost no more than the package they are part of. */
function checkEventShares(fees: Programme['fees'], at: At) {
  for (const [index, { code, prices, event_share }] of fees.value.winner_packages.entries()) {
    const tooCheap = Object.entries(prices).find(([, price]) => price > 0 && price < event_share)
    if (!tooCheap) continue
    const reason = `event_share is more than the price for ${tooCheap[0]}`
    at(fees, ['winner_packages', index, 'event_share'], `winner_packages ${code}: ${reason}`)
  }
}

/** A code takes off a percentage or an amount. */
function checkDiscounts(codes: Programme['codes'], at: At) {
  for (const [index, { code, discount_percent, discount_amount }] of codes.value.entries()) {
    if (discount_percent === 0 || discount_amount === undefined) continue
    const reason = 'give discount_percent or discount_amount, not both'
    at(codes, [index, 'discount_amount'], `code ${code}: ${reason}`)
  }
}

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
