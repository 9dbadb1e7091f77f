import { sql } from 'kysely'
import { EDITION_STATUS, PHASES, DECISION_STATUS } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import { statusList } from '../../db/status-list.repository.ts'
import { StartError } from '../../lib/errors.ts'
import { snapshotsRepository } from '../jury/results/snapshots.repository.ts'
import {
  idOf,
  idsOf,
  pruneRows,
  upsert,
  upsertAndPrune,
  upsertWhole,
  type Load,
  type Change,
} from './rows.repository.ts'

const PERIOD_NAMES = {
  early: { en: 'Early', fr: 'Anticipé', zh: '早鸟期' },
  standard: { en: 'Standard', fr: 'Standard', zh: '标准期' },
  late: { en: 'Late', fr: 'Tardif', zh: '延后期' },
  final: { en: 'Final', fr: 'Dernier délai', zh: '截止期' },
} as const

/** Upserts sections, award levels, criteria, and categories with their weights. */
export async function putCatalogue(load: Load): Promise<void> {
  const { sections, awards, criteria, categories } = load.programme
  await upsert(
    load,
    { table: 'sections', key: ['code'] },
    sections.value.map((section, index) => ({ ...section, sort: section.sort ?? index })),
  )
  await upsert(load, { table: 'award_levels', key: ['code'] }, awards.value)
  await upsert(
    load,
    { table: 'criteria', key: ['code'] },
    criteria.value.map(({ code, name, question, sort }, index) => ({
      code,
      name,
      description: question,
      sort: sort ?? index,
    })),
  )
  const parents = categories.value.map(({ code, name, description, sort }, index) => ({
    code,
    name,
    description,
    parent_id: null,
    sort: sort ?? index,
    is_active: true,
  }))
  await upsert(load, { table: 'categories', key: ['code'] }, parents)
  const ids = await idsOf(load.trx, 'categories', 'code')
  const leaves = categories.value.flatMap((parent) =>
    parent.categories.map((category, index) => ({
      code: category.code,
      name: category.name,
      description: category.description,
      parent_id: idOf(ids, parent.code),
      image_file_id: load.picture(category.image),
      image_alt: category.alt ?? null,
      sort: category.sort ?? index,
      is_active: true,
      min_images: category.min_images,
      sections_allowed: category.sections_allowed,
    })),
  )
  await upsert(load, { table: 'categories', key: ['code'] }, leaves)

  const categoryIds = await idsOf(load.trx, 'categories', 'code')
  const criterionIds = await idsOf(load.trx, 'criteria', 'code')
  const weights = categories.value.flatMap((parent) =>
    parent.categories.flatMap(({ code, weights }) =>
      Object.entries(weights).map(([criterion, weight]) => ({
        category_id: idOf(categoryIds, code),
        criterion_id: idOf(criterionIds, criterion),
        weight,
      })),
    ),
  )
  await upsertAndPrune(
    load,
    { table: 'category_weights', key: ['category_id', 'criterion_id'] },
    weights,
  )
}

/** Deletes the categories that the files no longer name, where they are all there is; the last step, after their users. */
export async function pruneCategories(load: Load): Promise<void> {
  if (!load.isWhole) return
  const named = load.programme.categories.value.flatMap((group) => [group, ...group.categories])
  const rows = named.map(({ code }) => ({ code }))
  load.changes.push(...(await pruneRows(load.trx, { table: 'categories', key: ['code'] }, rows)))
}

/** Upserts the questions of the entry form; entries that are submitted keep the form that they answered. */
export async function putQuestions(load: Load): Promise<void> {
  const { questions } = load.programme
  await upsertAndPrune(
    load,
    { table: 'entry_questions', key: ['code'] },
    questions.value.map(({ help, minimum, maximum, ...question }, sort) => ({
      ...question,
      help: help ?? null,
      minimum: minimum ?? null,
      maximum: maximum ?? null,
      sort,
    })),
  )
}

/** Upserts editions with their phases, fee periods and prices. */
export async function putEditions(load: Load): Promise<void> {
  const { editions, fees, programme } = load.programme
  const rows = editions.map(({ value }) => {
    const isPublished = EDITION_STATUS[value.status] >= EDITION_STATUS.published
    return {
      code: value.code,
      name: value.name,
      year: value.year,
      season: value.season,
      status: EDITION_STATUS[value.status],
      opens_at: load.when(value.opens_at),
      closes_at: load.when(value.closes_at),
      results_at: load.when(value.results_at),
      results_published_at: isPublished ? load.when(value.results_at) : null,
      timezone: value.timezone ?? programme.value.timezone,
      currency: value.currency ?? programme.value.currency,
      rules_version: value.rules_version,
      student_package_percent: value.student_package_percent ?? fees.value.student_package_percent,
    }
  })
  // The status of an existing edition belongs to the site; the file sets it on insert only.
  const existing = await idsOf(load.trx, 'editions', 'code')
  if (load.isWhole) {
    load.changes.push(...(await pruneRows(load.trx, { table: 'editions', key: ['code'] }, rows)))
  }
  await upsert(
    load,
    { table: 'editions', key: ['code'] },
    rows.filter(({ code }) => !existing.has(code)),
  )
  await upsert(
    load,
    { table: 'editions', key: ['code'] },
    rows
      .filter(({ code }) => existing.has(code))
      .map(({ status: _status, results_published_at: _published, ...row }) => row),
  )

  const editionIds = await idsOf(load.trx, 'editions', 'code')
  const phases = editions.flatMap(({ value }) =>
    value.phases.map(({ code, starts_at, ends_at, capabilities }) => ({
      edition_id: idOf(editionIds, value.code),
      phase: PHASES[code],
      starts_at: load.when(starts_at),
      ends_at: toExclusiveEnd(load.when(ends_at)),
      capabilities,
    })),
  )
  await upsertWhole(load, { table: 'phases', key: ['edition_id', 'phase'] }, phases)
  const periods = editions.flatMap(({ value }) =>
    value.fee_periods.map(({ code, starts_at, ends_at }) => ({
      edition_id: idOf(editionIds, value.code),
      code,
      name: PERIOD_NAMES[code],
      starts_at: load.when(starts_at),
      ends_at: load.when(ends_at),
    })),
  )
  await upsertWhole(load, { table: 'fee_periods', key: ['edition_id', 'code'] }, periods)

  const own = new Map(
    editions.map(({ value }) => [
      idOf(editionIds, value.code),
      value.entry_fees ?? fees.value.entry,
    ]),
  )
  const stored = await load.trx
    .selectFrom('fee_periods')
    .select(['id', 'code', 'edition_id'])
    .where('edition_id', 'in', [...own.keys()])
    .execute()
  const sectionIds = await idsOf(load.trx, 'sections', 'code')
  const prices = stored.flatMap(({ id, code, edition_id }) =>
    Object.entries(own.get(edition_id) ?? {}).flatMap(([section, byPeriod]) => {
      const pair = byPeriod[code as keyof typeof byPeriod]
      if (!pair) return []
      const [first, additional] = pair
      const row = { period_id: id, section_id: idOf(sectionIds, section) }
      return [
        { ...row, kind: 'first', amount_minor: first },
        { ...row, kind: 'additional', amount_minor: additional },
      ]
    }),
  )
  await upsert(load, { table: 'fee_prices', key: ['period_id', 'section_id', 'kind'] }, prices)
  await requirePrices(load)
}

/** Throws StartError for a section without a price in a season: nobody could pay there, and nothing could be exported. */
async function requirePrices({ trx }: Load) {
  const missing = await trx
    .selectFrom('fee_periods as period')
    .innerJoin('editions as edition', 'edition.id', 'period.edition_id')
    .innerJoin('sections as section', (join) => join.onTrue())
    .leftJoin('fee_prices as price', (join) =>
      join.onRef('price.period_id', '=', 'period.id').onRef('price.section_id', '=', 'section.id'),
    )
    .select(['edition.code as season', 'section.code as section', 'period.code as period'])
    .where('price.period_id', 'is', null)
    .orderBy('period.starts_at')
    .limit(1)
    .executeTakeFirst()
  if (!missing) return
  const { season, section, period } = missing
  throw new StartError(
    `Nothing was changed: the season ${season} would have no price for the section ${section} in its period ${period}. ` +
      'A section stays once the site has it: name its prices, with the file of that season in the folder.',
  )
}

/** Upserts winner packages and their prices per edition and award. */
export async function putPackages(load: Load): Promise<void> {
  const { fees, editions } = load.programme
  const packages = fees.value.winner_packages
  await upsert(
    load,
    { table: 'winner_packages', key: ['code'] },
    packages.map(({ code, name, includes, sort }, index) => ({
      code,
      name,
      description: includes,
      sort: sort ?? index,
    })),
  )
  const editionIds = await idsOf(load.trx, 'editions', 'code')
  const packageIds = await idsOf(load.trx, 'winner_packages', 'code')
  const awardIds = await idsOf(load.trx, 'award_levels', 'code')
  const prices = editions.flatMap(({ value }) =>
    packages.flatMap((offer) => {
      const own = value.package_prices
      const sold = own ? own[offer.code] : offer
      if (!sold) return []
      return Object.entries(sold.prices).map(([award, amount]) => ({
        edition_id: idOf(editionIds, value.code),
        package_id: idOf(packageIds, offer.code),
        award_id: idOf(awardIds, award),
        amount_minor: amount,
        event_amount_minor: amount === 0 ? 0 : sold.event_share,
      }))
    }),
  )
  const key = ['edition_id', 'package_id', 'award_id'] as const
  await upsertWhole(load, { table: 'winner_package_prices', key }, prices)
}

// Phases are half-open intervals; 23:59:59.999 of the file becomes the midnight after it.
const toExclusiveEnd = (end: Date) =>
  end.getMilliseconds() === 999 ? new Date(end.getTime() + 1) : end

/** Editions whose jury is at work, or whose results are frozen and not published. */
const IS_JUDGED = sql<boolean>`edition.status in ${statusList(EDITION_STATUS.judging, EDITION_STATUS.embargo)}`
const D = DECISION_STATUS

/**
 * Refuses a change of the rules that scores or decisions of a judging under way follow, in the transaction of a plan or
 * load; throws StartError with how many entries are concerned.
 *
 * A total is weighted when its juror submits it and is not computed again, so entries scored before and after a change of
 * weights or criteria would be ranked by two rules. A least score decides which level an entry may have, and the frozen
 * results document it. What is scored or decided first waits for publication; nothing waits where nothing is scored yet.
 * Until the transaction ends no score is saved and no level decided in these editions, so that none follows the old rules.
 */
export async function requireUnscoredRules(trx: Db, changes: readonly Change[]): Promise<void> {
  const categories = changes
    .filter(({ table }) => table === 'category_weights')
    .map(({ key: [categoryId = '0'] }) => categoryId)
  const criteria = changes.some(({ table, kind }) => table === 'criteria' && kind !== 'changed')
  const levels = changes
    .filter(({ table, kind, before }) => {
      return table === 'award_levels' && (kind === 'removed' || 'min_score' in before)
    })
    .map(({ key: [code = ''] }) => code)
  if (categories.length > 0 || criteria || levels.length > 0) await lockJudging(trx)
  if (categories.length > 0 || criteria) {
    const scored = await scoredEntries(trx, criteria ? null : categories)
    if (scored > 0) {
      throw new StartError(
        `Nothing was changed: entries of a judging under way are scored by the weights and criteria of now (${scored} of them). Change them once the results are published.`,
      )
    }
  }
  if (levels.length === 0) return
  const decided = await decidedEntries(trx, levels)
  if (decided > 0) {
    throw new StartError(
      `Nothing was changed: entries of a judging under way have an award level by the least score of now (${decided} of them). Change it once the results are published.`,
    )
  }
}

/** Takes the locks of a freeze in every edition under judging, always in the order of their ids, so that none waits for another. */
async function lockJudging(trx: Db) {
  const judged = await trx
    .selectFrom('editions as edition')
    .select('id')
    .where(IS_JUDGED)
    .orderBy('id')
    .execute()
  for (const { id } of judged) await snapshotsRepository(trx).lockForFreeze(id)
}

/** Entries under judging that somebody has begun to score, in some categories or in all of them. */
async function scoredEntries(trx: Db, categories: readonly string[] | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from apply_orders entry
    join editions edition on edition.id = entry.edition_id and ${IS_JUDGED}
    where (${categories && [...categories]}::bigint[] is null
        or entry.category_id = any(${categories && [...categories]}::bigint[]))
      and exists (select from scores score where score.apply_order_id = entry.id)`.execute(trx)
  return rows[0]?.count ?? 0
}

/** Entries under judging that have, or are recommended for, one of the levels; all of frozen results have been held to it. */
async function decidedEntries(trx: Db, levels: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from apply_orders entry
    join editions edition on edition.id = entry.edition_id and ${IS_JUDGED}
    left join award_levels level on level.id = entry.award_id
    where (level.code = any(${[...levels]}::text[])
        and entry.decision_status in ${statusList(D.recommended, D.provisional, D.confirmed)})
      or (edition.snapshot_id is not null and exists (select from result_rows kept
        where kept.snapshot_id = edition.snapshot_id and kept.apply_order_id = entry.id))`.execute(
    trx,
  )
  return rows[0]?.count ?? 0
}
