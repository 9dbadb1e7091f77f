import { Readable } from 'node:stream'
import type {
  Answer,
  FigureDay,
  FigureGroup,
  Figures,
  figures,
  Parsed,
} from '@awards/shared/contract'
import {
  dayIn,
  entryFeeStatusText,
  entryStatusText,
  FORMAT_LOCALES,
  FUNNEL_STEPS,
  publicEntryStatus,
  type FigureTable,
  type FunnelStep,
  type Language,
} from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import { signedUrl } from '../../../lib/signed-token.ts'
import { newStorageKey } from '../../../files/storage/storage.ts'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { BYTE_ORDER_MARK, csvRow, type CsvRow } from '../../../lib/csv.ts'
import { DAY_MS } from '../../../lib/time.ts'
import { named, translated } from '../../../lib/localised.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { bookExportsRepository } from '../../accounting/books.repository.ts'
import { answerColumns } from '../../entries/answer-columns.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import {
  figuresRepository,
  type DayRow,
  type EditionOfFigures,
  type Grouping,
  type GroupRow,
  type Until,
} from './figures.repository.ts'

type Counts = Record<FunnelStep, number>

const NOTHING: Counts = { visitor: 0, account: 0, draft: 0, handed_in: 0, paid: 0 }

/** What an edition has brought so far, beside the one before when it was as far from its close. */
export function figuresService(context: AppContext) {
  const { db, clock, storage, config, identity } = context
  const repository = figuresRepository(db)

  async function read(editionId: string | undefined, language: Language): Promise<Figures> {
    const editions = await repository.editions()
    const shown = editionId
      ? editions.find(({ id }) => id === editionId)
      : (editions.find(({ is_open }) => is_open) ?? editions[0])
    if (!shown) throw noEdition()
    const now: Until = { ...shown, until: clock() }
    const last = editions.find(({ closes_at }) => closes_at < shown.closes_at)
    const before = last && asFarFromItsClose(last, now)
    const { time_zone } = await identity()
    const [days, daysBefore, groups, groupsBefore] = await Promise.all([
      repository.days(now, time_zone),
      before && repository.days(before, time_zone),
      repository.groups(now),
      before && repository.groups(before),
    ])
    const categories = new Map(
      (await repository.categoryNames()).map(({ id, name }) => [id, translated(name, language)]),
    )
    const countries = new Intl.DisplayNames(FORMAT_LOCALES[language], { type: 'region' })
    const groupsBy = (by: Grouping, nameOf: (key: string) => string): FigureGroup[] =>
      mergeGroups(groups[by], groupsBefore?.[by], nameOf)
    const name = (one: EditionOfFigures) => named(one.id, one.code, one.name, language)
    return {
      editions: editions.map(name),
      edition: name(shown),
      before: last ? name(last) : null,
      closes_at: shown.closes_at.toISOString(),
      left: Math.floor((shown.closes_at.getTime() - now.until.getTime()) / DAY_MS),
      before_until: before?.until.toISOString() ?? null,
      funnel: funnelOf(days, daysBefore),
      days: daysOf(days, daysBefore, shown.closes_at, time_zone),
      categories: groupsBy('category', (key) => categories.get(key) ?? key),
      countries: groupsBy('country', (key) => (key ? (countries.of(key) ?? key) : '')),
      codes: groupsBy('code', (key) => key),
      money: await repository.money(shown.id),
      jury: await repository.jury(shown.id),
    }
  }

  return {
    read: ({ edition_id }: Parsed<typeof figures.figures>, language: Language) =>
      read(edition_id, language),

    /** Writes a table to a file that is kept as the exports of the books are. */
    async export(
      actor: Actor,
      { edition_id, table }: Parsed<typeof figures.exportFigures>,
      language: Language,
    ): Promise<Answer<typeof figures.exportFigures>> {
      const [head, ...rows] = tableOf(await read(edition_id, language), table)
      const lines = [head ?? [], ...rows].map((row) => csvRow(row, 'international'))
      return keepFile(actor, `figures_${table}`, lines, async (trx) => {
        await auditRepository(trx).record(actor, 'edition.figures_exported', edition_id, {
          after: { table, rows: rows.length },
        })
        return rows.length
      })
    },

    /** Writes every entry of an edition to a file, in chunks: an edition may have more than fit into memory. */
    async exportEntries(
      actor: Actor,
      edition_id: string,
      language: Language,
    ): Promise<Answer<typeof figures.exportEntries>> {
      const edition = (await repository.editions()).find(({ id }) => id === edition_id)
      if (!edition) throw noEdition()
      const ids = await repository.entryIds(edition_id)
      const lines = entryLines(db, ids, language)
      return keepFile(actor, `entries_${edition.code}`, lines, async (trx) => {
        await auditRepository(trx).record(actor, 'entries.exported', edition_id, {
          after: { format: 'csv', rows: ids.length },
        })
        return ids.length
      })
    },
  }

  /** Keeps lines as a file as long as an export of the books; `record` writes it down and says how many rows it has. */
  async function keepFile(
    actor: Actor,
    name: string,
    lines: Iterable<string> | AsyncIterable<string>,
    record: (trx: Db) => Promise<number>,
  ) {
    const key = newStorageKey('csv')
    await storage.put(key, Readable.from(withMark(lines)))
    const now = clock()
    const day = dayIn(now, (await identity()).time_zone)
    const rows = await db.transaction().execute(async (trx) => {
      const counted = await record(trx)
      await bookExportsRepository(trx).add({
        kind: 'figures',
        first_day: day,
        last_day: day,
        rows: counted,
        created_at: now,
        storage_key: key,
        by_user_id: actor.id,
      })
      return counted
    })
    const filename = `${name}_${day}.csv`
    return { url: signedUrl(config.secret, now, { key, filename }), filename, rows }
  }
}

async function* withMark(lines: Iterable<string> | AsyncIterable<string>) {
  yield BYTE_ORDER_MARK
  yield* lines
}

const ENTRY_HEAD = [
  'entry_no',
  'title',
  'category',
  'section',
  'status',
  'entry_fee',
  'entrant',
  'company',
  'email',
  'country',
  'code',
  'handed_in',
  'paid',
]
const ENTRIES_AT_ONCE = 500

/** Entries as their entrants see them, and the answers to each question that one of their forms asks. */
async function* entryLines(db: Db, ids: readonly string[], language: Language) {
  const style = language === 'fr' ? 'french' : 'international'
  const answers = await answerColumns(db, ids, { language })
  yield csvRow([...ENTRY_HEAD, ...answers.names], style)
  for (let first = 0; first < ids.length; first += ENTRIES_AT_ONCE) {
    const some = ids.slice(first, first + ENTRIES_AT_ONCE)
    const cells = await answers.cells(some)
    for (const entry of await figuresRepository(db).entries(some)) {
      const fixed = [
        entry.entry_no,
        entry.title,
        translated(entry.category, language),
        translated(entry.section, language),
        entryStatusText(publicEntryStatus(entry.entry_status)),
        entryFeeStatusText(entry.entry_fee_status),
        entry.person,
        entry.company,
        entry.email,
        entry.country,
        entry.code,
        entry.submitted_at?.toISOString() ?? null,
        entry.paid_at?.toISOString() ?? null,
      ]
      yield csvRow([...fixed, ...cells(entry.id)], style)
    }
  }
}

/** The edition before, until the moment that is as far from its close as now is from that of the edition. */
function asFarFromItsClose(edition: EditionOfFigures, { closes_at, until }: Until): Until {
  const distance = closes_at.getTime() - until.getTime()
  return { ...edition, until: new Date(edition.closes_at.getTime() - distance) }
}

function totalsOf(rows: readonly DayRow[]): Counts {
  const totals = { ...NOTHING }
  for (const { step, count } of rows) totals[step] += count
  return totals
}

function funnelOf(rows: readonly DayRow[], before: readonly DayRow[] | undefined) {
  const now = totalsOf(rows)
  const then = before && totalsOf(before)
  const compared = FUNNEL_STEPS.map((step) => [
    step,
    { now: now[step], before: then?.[step] ?? null },
  ])
  return Object.fromEntries(compared) as Figures['funnel']
}

/** Days from the first on which something happened to the last, one row each, the earliest first. */
function daysOf(
  rows: readonly DayRow[],
  before: readonly DayRow[] | undefined,
  closesAt: Date,
  zone: string,
): FigureDay[] {
  const lefts = [...rows, ...(before ?? [])].map(({ left }) => left)
  if (lefts.length === 0) return []
  const [first, last] = [Math.max(...lefts), Math.min(...lefts)]
  const [now, then] = [byDay(rows), before && byDay(before)]
  return Array.from({ length: first - last + 1 }, (_, index) => {
    const left = first - index
    return {
      left,
      day: dayIn(new Date(closesAt.getTime() - left * DAY_MS), zone),
      now: now.get(left) ?? NOTHING,
      before: then ? (then.get(left) ?? NOTHING) : null,
    }
  })
}

function byDay(rows: readonly DayRow[]): Map<number, Counts> {
  const days = new Map<number, Counts>()
  for (const { left, step, count } of rows) {
    days.set(left, { ...(days.get(left) ?? NOTHING), [step]: count })
  }
  return days
}

function mergeGroups(
  rows: readonly GroupRow[],
  before: readonly GroupRow[] | undefined,
  nameOf: (key: string) => string,
): FigureGroup[] {
  const then = before && new Map(before.map((row) => [row.key, row.paid]))
  const gone = (before ?? []).filter(({ key }) => !rows.some((row) => row.key === key))
  return [...rows, ...gone.map(({ key }) => ({ key, draft: 0, handed_in: 0, paid: 0 }))].map(
    (row) => ({
      ...row,
      name: nameOf(row.key),
      paid_before: then ? (then.get(row.key) ?? 0) : null,
    }),
  )
}

/** A table of the figures as rows of a file, the names of its columns first. */
function tableOf(found: Figures, table: FigureTable): CsvRow[] {
  if (table === 'days') {
    return [
      ['day', 'days_left', ...FUNNEL_STEPS, ...FUNNEL_STEPS.map((step) => `${step}_before`)],
      ...found.days.map(({ day, left, now, before }) => [
        day,
        left,
        ...FUNNEL_STEPS.map((step) => now[step]),
        ...FUNNEL_STEPS.map((step) => before?.[step] ?? null),
      ]),
    ]
  }
  if (table === 'money') {
    return [
      ['fee_type', 'state', 'orders', 'amount', 'currency'],
      ...found.money.map(({ fee_type, state, count, amount_minor, currency }) => [
        fee_type,
        state,
        count,
        { amount_minor, currency },
        currency,
      ]),
    ]
  }
  if (table === 'jury') {
    return [
      ['level', 'jurors', 'given', 'done', 'behind'],
      ...found.jury.map(({ level, jurors, given, done, behind }) => [
        level,
        jurors,
        given,
        done,
        behind,
      ]),
    ]
  }
  return [
    ['key', 'name', 'draft', 'handed_in', 'paid', 'paid_before'],
    ...found[table].map(({ key, name, draft, handed_in, paid, paid_before }) => [
      key,
      name,
      draft,
      handed_in,
      paid,
      paid_before,
    ]),
  ]
}

const noEdition = () =>
  new BusinessError(404, 'There is no such edition. Reload the page and choose again.')
