import type { Answer, figures } from '@awards/shared/contract'
import {
  CLOSING_KEYS,
  KEPT_AFTER_SEASON_DAYS,
  PHASES,
  type ClosingLine,
  type ClosingState,
  type Language,
  type Phase,
  type Stage,
} from '@awards/shared/domain'
import { BusinessError } from '../../../http/business-error.ts'
import { DAY_MS } from '../../../lib/time.ts'
import { named } from '../../../lib/localised.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { editionsRepository } from '../../editions/editions.repository.ts'
import {
  closingRepository,
  type EntryCounts,
  type MessageCounts,
  type MoneyCounts,
  type SeasonRow,
} from './figures.repository.ts'

type Line = { state: ClosingState; count?: number; at?: Date | null | undefined }
type Lines<Key extends ClosingLine> = Record<Key, Line>

/** What is done, open or still to come before a season can be closed. */
export const closingService = ({ db, clock, identity }: AppContext) => ({
  async read(code: string, language: Language): Promise<Answer<typeof figures.closing>> {
    const repository = closingRepository(db)
    const season = await repository.season(code)
    if (!season) {
      throw new BusinessError(
        404,
        'This season is not live yet. Make its plan live, then look again.',
      )
    }
    const now = clock()
    const { time_zone } = await identity()
    const [stage, entries, money, messages] = await Promise.all([
      editionsRepository(db).stageOf(season.id, now),
      repository.entries(season.id),
      repository.money(season.id, time_zone),
      repository.messages(season.id),
    ])
    const at = { season, stage, now }
    const lines: Record<ClosingLine, Line> = {
      ...callLines(at, entries),
      ...judgingLines(at, entries),
      ...moneyLines(at, money, entries),
      ...paperLines(at, money, entries),
      ...messageLines(messages),
      ...dataLines(at, messages),
    }
    return {
      edition: named(season.id, season.code, season.name, language),
      phase: stage.phase,
      lines: CLOSING_KEYS.map((line) => {
        const { state, count = 0, at: moment = null } = lines[line]
        return { line, state, count, at: moment?.toISOString() ?? null }
      }),
    }
  },
})

type Moment = { season: SeasonRow; stage: Stage; now: Date }

/** What is counted is open; nothing of it is done from `end` on, since before more may come. */
const counted = (count: number, isOver: boolean, end?: Date | null): Line =>
  count > 0
    ? { state: 'open', count }
    : { state: isOver ? 'done' : 'later', at: isOver ? null : end }

const isClosed = ({ season, now }: Moment) => season.closes_at <= now
const afterClose = ({ season }: Moment) =>
  new Date(season.closes_at.getTime() + KEPT_AFTER_SEASON_DAYS * DAY_MS)

/** Beginning or end of a phase, of which an edition may have several spans. */
function dateOf({ season }: Moment, phase: Phase, edge: 'starts_at' | 'ends_at'): Date | undefined {
  const spans = season.phases.filter((one) => one.phase === phase)
  const found = edge === 'starts_at' ? spans[0] : spans.at(-1)
  return found && new Date(found[edge])
}

/** Drafts, and what nobody can pay any more, go by themselves; until then they are what is left of the call. */
function callLines(
  at: Moment,
  { drafts, unpaid, admission }: EntryCounts,
): Lines<'call' | 'drafts' | 'unpaid' | 'admission'> {
  const { closes_at } = at.season
  const isOver = isClosed(at)
  const goes = { state: 'later', at: afterClose(at) } as const
  const canPay = at.stage.capabilities.fee_open
  return {
    call: { state: isOver ? 'done' : 'later', at: closes_at },
    drafts: isOver
      ? drafts > 0
        ? { ...goes, count: drafts }
        : { state: 'done' }
      : { state: 'later', count: drafts, at: closes_at },
    unpaid:
      isOver && !canPay && unpaid > 0
        ? { ...goes, count: unpaid }
        : counted(unpaid, isOver, closes_at),
    admission: counted(admission, isOver, closes_at),
  }
}

function judgingLines(
  at: Moment,
  { scores, undecided }: EntryCounts,
): Lines<'scores' | 'freeze' | 'publication' | 'embargo' | 'phases'> {
  const { season, stage, now } = at
  const { results_published_at: published } = season
  const isFrozen = stage.phase >= PHASES.frozen_embargo
  const freezes = dateOf(at, PHASES.frozen_embargo, 'starts_at')
  const embargoEnds = dateOf(at, PHASES.frozen_embargo, 'ends_at')
  const due = season.results_at ?? dateOf(at, PHASES.published, 'starts_at')
  const isPast = (date: Date | undefined) => date !== undefined && date <= now
  const last = season.phases.at(-1)
  // A phase that is set by hand, or an embargo before publication, holds back the one whose date has come.
  const current = season.phases.findIndex(({ phase }) => phase === stage.phase)
  const following = current < 0 ? undefined : season.phases[current + 1]
  const isHeld = following !== undefined && new Date(following.starts_at) <= now
  return {
    scores:
      stage.phase < PHASES.first_level_scoring
        ? { state: 'later', at: dateOf(at, PHASES.first_level_scoring, 'starts_at') }
        : counted(isFrozen ? 0 : scores, true),
    freeze: season.is_frozen
      ? { state: 'done' }
      : { state: isPast(freezes) ? 'open' : 'later', at: freezes },
    publication: published
      ? undecided > 0
        ? { state: 'open', count: undecided, at: published }
        : { state: 'done', at: published }
      : { state: isFrozen || isPast(due) ? 'open' : 'later', at: due },
    embargo: published
      ? { state: stage.phase >= PHASES.published ? 'done' : 'open', at: published }
      : { state: isPast(embargoEnds) ? 'open' : 'later', at: embargoEnds },
    phases:
      stage.phase >= (last?.phase ?? PHASES.archived)
        ? { state: 'done' }
        : isHeld
          ? { state: 'open', at: dateOf(at, stage.phase, 'ends_at') }
          : { state: 'later', at: last && new Date(last.starts_at) },
  }
}

/** Orders of winner packages come after the results, so a line that was done may open again. */
function moneyLines(
  at: Moment,
  { orders, transfers, refunds, alerts }: MoneyCounts,
  { packages, offers_end }: EntryCounts,
): Lines<'orders' | 'transfers' | 'refunds' | 'alerts' | 'packages'> {
  const { closes_at, results_published_at: published } = at.season
  const of = (count: number) => counted(count, isClosed(at), closes_at)
  return {
    orders: of(orders),
    transfers: of(transfers),
    refunds: of(refunds),
    alerts: of(alerts),
    packages: published
      ? { ...counted(packages, true), at: packages > 0 ? offers_end : null }
      : { state: 'later', at: at.season.results_at },
  }
}

function paperLines(
  at: Moment,
  { invoices, movements, unbooked }: MoneyCounts,
  { certificates }: EntryCounts,
): Lines<'certificates' | 'invoices' | 'books'> {
  const { closes_at, results_at, results_published_at: published } = at.season
  const isOver = isClosed(at)
  return {
    certificates: published ? counted(certificates, true) : { state: 'later', at: results_at },
    invoices: counted(invoices, isOver, closes_at),
    // The books of a call under way are exported by its months, and are whole once it is over.
    books: isOver ? counted(unbooked, true) : { state: 'later', count: movements, at: closes_at },
  }
}

function messageLines({
  waiting,
  stopped,
  next_broadcast,
  mails,
  failing,
  drafts,
  scheduled_at,
  schedule_state,
}: MessageCounts): Lines<'broadcasts' | 'mails' | 'programme' | 'schedule'> {
  return {
    // One that somebody has stopped stays so: that is a decision, and nothing waits for another.
    broadcasts:
      waiting > 0
        ? { state: 'later', count: waiting, at: next_broadcast }
        : { state: 'done', count: stopped },
    mails: waitsOr(failing, mails),
    programme: counted(drafts, true),
    schedule:
      schedule_state === 'waiting'
        ? { state: 'later', at: scheduled_at }
        : schedule_state === 'failed'
          ? { state: 'open', at: scheduled_at }
          : { state: 'done' },
  }
}

/** Open where something is stuck, later where it only waits for its turn. */
function waitsOr(stuck: number, waiting: number): Line {
  if (stuck > 0) return { state: 'open', count: stuck }
  return { state: waiting > 0 ? 'later' : 'done', count: waiting }
}

function dataLines(
  at: Moment,
  { requests, requests_due }: MessageCounts,
): Lines<'requests' | 'retention'> {
  const { results_at, results_published_at } = at.season
  const results = results_published_at ?? results_at ?? at.season.closes_at
  const discussionsGo = new Date(results.getTime() + KEPT_AFTER_SEASON_DAYS * DAY_MS)
  const end = new Date(Math.max(afterClose(at).getTime(), discussionsGo.getTime()))
  return {
    requests: { ...counted(requests, true), at: requests_due },
    retention: { state: end <= at.now ? 'done' : 'later', at: end },
  }
}
