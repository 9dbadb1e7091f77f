import {
  ASSIGNMENT_STATUS,
  SCORE_MAXIMUM,
  TOTAL_MAXIMUM,
  weightedTotal,
} from '@awards/shared/domain'
import { idOf, idsOf, type Load, type AddedEntry } from '../../modules/programme/rows.repository.ts'
import { seededRandom, shuffled, normal } from '../../lib/seeded-random.ts'
import { DAY_MS } from '../../lib/time.ts'

const JUDGED = ['in_judging', 'awarded', 'not_awarded', 'revoked']

type Progress = 'assigned' | 'draft' | 'submitted'
type Seat = { slug: string; id: string; progress: Progress; level: 2 | 3 }

/** Adds assignments, conflicts, scores and decisions of an entry that has reached the jury. */
export async function addJuryWork(load: Load, entry: AddedEntry): Promise<void> {
  const jurorIds = await idsOf(load.trx, 'jurors', 'slug')
  await addConflicts(load, entry, jurorIds)
  if (!JUDGED.includes(entry.file.state)) return
  const criteria = await criteriaOf(load, entry.categoryId)
  const conflicted = await conflictedJurors(load, entry)
  const seats = seatsOf(load, entry, jurorIds, conflicted)
  // All assignments first: one added after diverging scores would count as extra.
  for (const seat of seats) await addAssignment(load, entry, seat)
  for (const seat of seats) {
    if (seat.progress !== 'assigned') await addScore(load, entry, seat, criteria)
  }
  await addDecisions(load, entry)
}

/** Conflicts declared by jurors; triggers infer the others. */
async function addConflicts(
  { trx, now }: Load,
  { id, file }: AddedEntry,
  ids: Map<string, string>,
) {
  for (const { juror, type, reason } of file.recused) {
    const key = { apply_order_id: id, juror_id: idOf(ids, juror) }
    await trx
      .insertInto('conflicts')
      .values({ ...key, type, note: reason, source: 'self', at: now })
      .onConflict((conflict) =>
        conflict
          .columns(['juror_id', 'apply_order_id'])
          .doUpdateSet({ type, note: reason, source: 'self', is_pinned: false, evidence: null }),
      )
      .execute()
    await trx
      .insertInto('assignments')
      .values({ ...key, level: 2, status: ASSIGNMENT_STATUS.recused })
      .execute()
  }
}

/** Ids of the jurors in conflict with the entry. */
async function conflictedJurors({ trx }: Load, { id }: AddedEntry): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('conflicts')
    .select('juror_id')
    .where('apply_order_id', '=', id)
    .execute()
  return new Set(rows.map(({ juror_id }) => juror_id))
}

/** Seats of the jurors who score the entry: those of its category first, shuffled by the seed. */
function seatsOf(
  { programme }: Load,
  { file }: AddedEntry,
  ids: Map<string, string>,
  conflicted: ReadonlySet<string>,
): Seat[] {
  const scoring = programme.scoring.value
  const random = seededRandom(`${scoring.seed}:${file.slug}`)
  const eligible = (level: number) => {
    const jurors = programme.jurors
      .map(({ value }) => value)
      .filter(({ level: own, slug }) => own === level && !conflicted.has(idOf(ids, slug)))
    const isExpert = ({ categories }: (typeof jurors)[number]) =>
      categories === 'all' || categories.includes(file.category)
    return [
      ...shuffled(jurors.filter(isExpert), random),
      ...shuffled(
        jurors.filter((juror) => !isExpert(juror)),
        random,
      ),
    ]
  }
  const isRunning = file.state === 'in_judging'
  const isDone = !isRunning || file.level === 2 || file.scores !== undefined
  const first = file.scores
    ? Object.keys(file.scores)
    : eligible(2)
        .slice(0, scoring.jurors_per_entry)
        .map(({ slug }) => slug)
  const second =
    !isRunning || file.level === 2 ? eligible(3).slice(0, scoring.second_level_jurors) : []
  return [
    ...first.map((slug, index) => ({
      slug,
      id: idOf(ids, slug),
      level: 2 as const,
      progress: isDone ? 'submitted' : (scoring.first_level_progress[index] ?? 'assigned'),
    })),
    ...second.map(({ slug }, index) => ({
      slug,
      id: idOf(ids, slug),
      level: 3 as const,
      progress: isRunning ? (scoring.second_level_progress[index] ?? 'assigned') : 'submitted',
    })),
  ]
}

const addAssignment = (load: Load, { id, editionId }: AddedEntry, seat: Seat) =>
  load.trx
    .insertInto('assignments')
    .values(({ selectFrom }) => ({
      apply_order_id: id,
      juror_id: seat.id,
      level: seat.level,
      status: ASSIGNMENT_STATUS[seat.progress],
      due_at: selectFrom('phases')
        .select('ends_at')
        .where('edition_id', '=', editionId)
        .where('phase', '=', seat.level === 2 ? 3 : 5),
    }))
    .execute()

async function addScore(load: Load, entry: AddedEntry, seat: Seat, criteria: readonly Criterion[]) {
  const { slug, quality = 60, scores } = entry.file
  const score = demoScore(
    load.programme.scoring.value,
    { slug, quality, fixed: scores?.[seat.slug] },
    seat.slug,
    criteria,
    seat.level,
  )
  const isDraft = seat.progress === 'draft'
  const at = scoredAt(load, entry, seat)
  const { id } = await load.trx
    .insertInto('scores')
    .values({
      apply_order_id: entry.id,
      juror_id: seat.id,
      level: seat.level,
      total: score.total,
      comment_entrant: isDraft ? '' : score.comment_entrant,
      comment_state: entry.file.state === 'in_judging' ? 'pending' : 'released',
      is_draft: isDraft,
      submitted_at: isDraft ? null : at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await load.trx
    .insertInto('score_items')
    .values(score.items.map((item) => ({ ...item, score_id: id })))
    .execute()
  await load.trx
    .insertInto('score_events')
    .values({
      apply_order_id: entry.id,
      juror_id: seat.id,
      level: seat.level,
      total: score.total,
      items: JSON.stringify(score.items),
      is_draft: isDraft,
      at,
    })
    .execute()
}

function scoredAt(load: Load, { file }: AddedEntry, seat: Seat): Date {
  const edition = load.programme.editions.find(({ value }) => value.code === file.edition)?.value
  const code = seat.level === 2 ? 'first_level_scoring' : 'second_level_scoring'
  const phase = edition?.phases.find((phase) => phase.code === code)
  const yesterday = load.now.getTime() - DAY_MS
  const starts = phase ? load.when(phase.starts_at).getTime() : yesterday
  const from = Math.min(starts, yesterday - 2 * DAY_MS)
  const to = Math.min(phase ? load.when(phase.ends_at).getTime() : yesterday, yesterday)
  const random = seededRandom(`scored:${file.slug}:${seat.slug}`)
  return new Date(from + (Math.max(from, to) - from) * random())
}

/** Decision history of an award: recommended, awarded, confirmed, published, and possibly revoked. */
async function addDecisions(
  { trx, programme, now }: Load,
  { id, awardId, file, dates }: AddedEntry,
) {
  if (!awardId) return
  const users = await idsOf(trx, 'users', 'email')
  const of = (level: number) =>
    programme.jurors.find(({ value }) => value.level === level)?.value.email
  const step = (at: Date, level: number, kind: string, reason = '') => ({
    apply_order_id: id,
    level,
    kind,
    award_id: awardId,
    by_user_id: idOf(users, of(level) ?? ''),
    reason,
    at,
  })
  const { published } = dates
  const before = (days: number) => new Date((published ?? now).getTime() - days * DAY_MS)
  const steps = published
    ? [
        step(before(60), 2, 'recommend'),
        step(before(26), 1, 'award'),
        step(before(22), 3, 'confirm'),
        step(published, 1, 'publish'),
        ...(file.state === 'revoked' ? [step(before(-40), 1, 'revoke', file.revoked_reason)] : []),
      ]
    : [step(before(1), 2, 'recommend')]
  await trx.insertInto('decisions').values(steps).execute()
}

async function criteriaOf({ trx }: Load, categoryId: string): Promise<Criterion[]> {
  const rows = await trx
    .selectFrom('criteria')
    .leftJoin('category_weights as weight', (join) =>
      join
        .onRef('weight.criterion_id', '=', 'criteria.id')
        .on('weight.category_id', '=', categoryId),
    )
    .select(['criteria.id', 'criteria.code', 'weight.weight'])
    .orderBy('criteria.sort')
    .execute()
  return rows.map(({ id, code, weight }) => ({ id, code, weight: Number(weight ?? 1) }))
}

type Scoring = Load['programme']['scoring']['value']
type Criterion = { id: string; code: string; weight: number }
type DemoScore = {
  total: number
  items: { criterion_id: string; value: number }[]
  comment_entrant: string
}

const SPREAD = 1.1
const HALF_POINTS = 2

/**
 * The score of a juror by the rule of `programme/scoring.yaml`: quality, bias of the juror and noise, spread over
 * the criteria in half points. `fixed` overrides the total. Deterministic by the seed.
 */
export function demoScore(
  scoring: Scoring,
  entry: { slug: string; quality: number; fixed: number | undefined },
  juror: string,
  criteria: readonly Criterion[],
  level: 2 | 3,
): DemoScore {
  const random = seededRandom(`${scoring.seed}:${entry.slug}:${juror}:${level}`)
  const computed = entry.quality + (scoring.bias[juror] ?? 0) + normal(random) * scoring.noise
  const target = within(entry.fixed ?? computed, TOTAL_MAXIMUM)
  const drawn = criteria.map(({ id, weight }) => ({
    id,
    weight,
    value: halfPoints((target / TOTAL_MAXIMUM) * SCORE_MAXIMUM + normal(random) * SPREAD),
  }))
  const items = settle(drawn, target)
  const total = weightedTotal(items)
  return {
    total,
    items: items.map(({ id, value }) => ({ criterion_id: id, value })),
    comment_entrant: comment(scoring, { entry: entry.slug, juror, total }, random),
  }
}

type Item = { id: string; weight: number; value: number }

/** Shifts single half points until the total is as close to the target as possible. */
function settle(items: Item[], target: number): Item[] {
  let best = items
  for (let round = 0; round < items.length * 8; round += 1) {
    const step = weightedTotal(best) < target ? 0.5 : -0.5
    const index = round % items.length
    const moved = best.map((item, at) =>
      at === index ? { ...item, value: halfPoints(item.value + step) } : item,
    )
    const gain = Math.abs(weightedTotal(best) - target) - Math.abs(weightedTotal(moved) - target)
    if (gain > 0) best = moved
  }
  return best
}

type CommentKey = { entry: string; juror: string; total: number }

/** Starts at another offset of the list per juror, so that no two jurors of an entry give the same comment. */
function comment(
  { comments, seed, bias }: Scoring,
  { entry, juror, total }: CommentKey,
  random: () => number,
): string {
  const list = total >= 80 ? comments.high : total < 55 ? comments.low : comments.middle
  const isDue = total >= 85 || total < 50 || random() < 0.5
  const first = Math.floor(seededRandom(`${seed}:${entry}:comments`)() * list.length)
  const seat = Math.max(0, Object.keys(bias).indexOf(juror))
  return isDue ? (list[(first + seat) % list.length] ?? '') : ''
}

const within = (value: number, maximum: number) => Math.min(maximum, Math.max(0, value))
const halfPoints = (value: number) =>
  within(Math.round(value * HALF_POINTS) / HALF_POINTS, SCORE_MAXIMUM)
