import { entryProblems } from '@awards/shared/domain'
import { entryAnswers } from './entry-schema.ts'
import type { Problem, Source } from './programme-source.ts'
import type { Programme } from './programme-files.ts'
import { textProblems } from './programme-texts.ts'

/** Adds a problem with the line of the value at `path`. */
type ReportProblem = (source: Source<unknown>, path: PropertyKey[], reason: string) => void

type NamedItem = { source: Source<unknown>; path: PropertyKey[]; name: string }

/** Reports stable keys that are used twice. */
function checkUnique(programme: Programme, at: ReportProblem) {
  const { categories, fees, policies, regulations } = programme
  const lists = [
    ...[
      programme.sections,
      programme.awards,
      programme.criteria,
      programme.questions,
      programme.codes,
    ].map((source) => codesIn(source, source.value)),
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
    valuesIn(programme.entries, 'slug', ({ slug }) => slug),
    valuesIn(programme.jurors, 'slug', ({ slug }) => slug),
    valuesIn(programme.jurors, 'email', ({ email }) => email),
    valuesIn(programme.editions, 'code', ({ code }) => code),
    valuesIn(programme.news, 'slug', ({ slug }) => slug),
    valuesIn(policies, 'version', ({ type, version }) => `${type} ${version}`),
    valuesIn(regulations, 'version', ({ version }) => version),
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

const valuesIn = <T>(
  sources: readonly Source<T>[],
  key: string,
  name: (value: T) => string | undefined,
): NamedItem[] =>
  sources.flatMap((source) => {
    const found = name(source.value)
    return found === undefined ? [] : [{ source, path: [key], name: found }]
  })

/** Requires a price for every section in every fee period of every edition, and none for unknown sections. */
function checkFees({ sections, fees, editions, codes }: Programme, at: ReportProblem) {
  checkPackages(fees, editions, at)
  checkDiscounts(codes, at)
  const { entry } = fees.value
  const sectionCodes = new Set<string>(sections.value.map(({ code }) => code))
  for (const code of Object.keys(entry)) {
    if (!sectionCodes.has(code))
      at(fees, ['entry', code], `entry.${code}: sections.yaml has no such section`)
  }
  for (const { code } of sections.value) {
    const prices = entry[code]
    if (!prices) {
      at(fees, ['entry'], `entry: there is no price for the section ${code} of sections.yaml`)
    }
    for (const edition of editions) {
      const { entry_fees: own, fee_periods } = edition.value
      for (const period of fee_periods) {
        if (own && !own[code]?.[period.code]) {
          const path = `entry_fees.${code}`
          at(edition, ['entry_fees'], `${path}: there is no price for the period ${period.code}`)
        } else if (!own && prices && !prices[period.code]) {
          const reason = `there is no price for the period ${period.code} of ${edition.file}`
          at(fees, ['entry', code], `entry.${code}: ${reason}`)
        }
      }
    }
  }
}

/** Refuses prices for unknown packages, and an event share above the price of its package. */
function checkPackages(
  fees: Programme['fees'],
  editions: Programme['editions'],
  at: ReportProblem,
) {
  const packages = fees.value.winner_packages
  const checkShare = (
    source: Source<unknown>,
    below: readonly PropertyKey[],
    { prices, event_share }: Pick<(typeof packages)[number], 'prices' | 'event_share'>,
  ) => {
    const tooCheap = Object.entries(prices).find(([, price]) => price > 0 && price < event_share)
    if (!tooCheap) return
    const path = [...below, 'event_share']
    const reason = `This part is more than the price for ${tooCheap[0]}`
    at(source, path, `${path.map(String).join('.')}: ${reason}`)
  }
  packages.forEach((sold, index) => checkShare(fees, ['winner_packages', index], sold))
  const known = new Set(packages.map(({ code }) => code))
  for (const edition of editions) {
    for (const [code, sold] of Object.entries(edition.value.package_prices ?? {})) {
      const path = ['package_prices', code]
      if (!known.has(code)) at(edition, path, `${path.join('.')}: fees.yaml has no such package`)
      checkShare(edition, path, sold)
    }
  }
}

/** Refuses a code with both a percentage and an amount. */
function checkDiscounts(codes: Programme['codes'], at: ReportProblem) {
  for (const [index, { code, discount_percent, discount_amount }] of codes.value.entries()) {
    if (discount_percent === 0 || discount_amount === undefined) continue
    const reason = 'give discount_percent or discount_amount, not both'
    at(codes, [index, 'discount_amount'], `code ${code}: ${reason}`)
  }
}

const OPEN_STATES = ['draft', 'withdrawn']
const ANY_NAME: NameSet = { has: () => true }

type NameSet = { has(name: string): boolean }

/** Cross-file checks: references, picture files, entries against the entry form, uniqueness, fees. */
export async function checkProgramme(programme: Programme, problems: Problem[]): Promise<void> {
  const defined = definedNames(programme)
  // Names of unreadable files are accepted, to avoid follow-up errors.
  const isBroken = (folder: string) => problems.some(({ file }) => file.startsWith(folder))
  if (isBroken('jurors/')) defined.juror = defined.account = ANY_NAME
  if (isBroken('editions/')) defined.edition = ANY_NAME
  const at: ReportProblem = (source, path, reason) => {
    const before = `${path.map(String).join('.')}: `
    const field = reason.startsWith(before) && { path, sentence: reason.slice(before.length) }
    problems.push({ file: source.file, line: source.line(path), reason, ...(field && { field }) })
  }
  const requireName = (
    source: Source<unknown>,
    path: PropertyKey[],
    kind: keyof typeof defined,
    name: string,
  ) => {
    if (!defined[kind].has(name)) {
      at(source, path, `${path.map(String).join('.')}: there is no ${kind} called ${name}`)
    }
  }

  programme.questions.value.forEach(({ categories }, index) =>
    categories.forEach((code, place) =>
      requireName(programme.questions, [index, 'categories', place], 'category', code),
    ),
  )
  for (const juror of programme.jurors) {
    const { categories } = juror.value
    if (categories === 'all') continue
    categories.forEach((code, index) => requireName(juror, ['categories', index], 'category', code))
  }
  for (const edition of programme.editions) {
    edition.value.second_level_categories.forEach((code, index) =>
      requireName(edition, ['second_level_categories', index], 'category', code),
    )
  }
  programme.codes.value.forEach(({ owner, edition }, index) => {
    requireName(programme.codes, [index, 'owner'], 'account', owner)
    requireName(programme.codes, [index, 'edition'], 'edition', edition)
  })
  programme.faq.value.questions.forEach(({ group }, index) =>
    requireName(programme.faq, ['questions', index, 'group'], 'question group', group),
  )
  for (const name of Object.keys(programme.scoring.value.bias)) {
    requireName(programme.scoring, ['bias', name], 'juror', name)
  }

  const isJudged = programme.entries.find(({ value }) => !OPEN_STATES.includes(value.state))
  if (isJudged && programme.scoring.value.first_level_progress.length === 0) {
    at(isJudged, ['state'], 'state: entries before the jury need the file scoring.yaml')
  }
  for (const entry of programme.entries) {
    const { value } = entry
    requireName(entry, ['edition'], 'edition', value.edition)
    requireName(entry, ['category'], 'category', value.category)
    requireName(entry, ['entrant'], 'account', value.entrant)
    if (value.agent_code) requireName(entry, ['agent_code'], 'code', value.agent_code)
    if (value.invitation_code)
      requireName(entry, ['invitation_code'], 'code', value.invitation_code)
    if (value.state === 'awarded' && !value.award)
      at(entry, ['state'], 'award: an awarded entry needs its level')
    if (value.is_show && value.state !== 'awarded')
      at(entry, ['is_show'], 'is_show: only an awarded entry can be shown')
    for (const name of Object.keys(value.scores ?? {}))
      requireName(entry, ['scores', name], 'juror', name)
    value.recused.forEach(({ juror }, index) =>
      requireName(entry, ['recused', index, 'juror'], 'juror', juror),
    )
    if (!OPEN_STATES.includes(value.state)) {
      // The rules of the entry form apply to the files as well.
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

async function checkPictures(programme: Programme, at: ReportProblem) {
  for (const { source, path, file } of picturesOf(programme)) {
    const found = await programme.origin.findPicture(file)
    if (found === 'outside') {
      at(source, path, `${path.map(String).join('.')}: ${file} lies outside of this folder`)
    } else if (found === 'missing') {
      at(source, path, `${path.map(String).join('.')}: there is no file ${file}`)
    }
  }
}

type PictureReference = {
  source: Source<unknown>
  path: PropertyKey[]
  file: string
  owner?: string
}

/** Lists all references to pictures; `owner` is the entrant's e-mail for pictures of entries. */
export function picturesOf(programme: Programme): PictureReference[] {
  const { banners, blocks, categories, about, jurors, news, entries, pictures } = programme
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
    ...pictures.value.map(({ file }, index) => ({ source: pictures, path: [index, 'file'], file })),
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

function definedNames({
  categories,
  editions,
  users,
  jurors,
  codes,
  faq,
}: Programme): Record<
  'category' | 'edition' | 'account' | 'juror' | 'code' | 'question group',
  NameSet
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
