import { ASSIGNMENT_STATUS } from '@awards/shared/domain'
import { demoScore, type Criterion } from './demo-scores.ts'
import type { Load, AddedEntry } from '../../modules/programme/programme-load.ts'
import { idOf, idsOf } from '../../modules/programme/rows.repository.ts'
import { seededRandom, shuffled } from '../../lib/seeded-random.ts'
import { DAY_MS } from '../../lib/durations.ts'

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
