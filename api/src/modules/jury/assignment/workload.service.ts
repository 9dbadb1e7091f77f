import type { Answer, Parsed, juryDesk } from '@awards/shared/contract'
import { capabilitiesOf, PHASES, QUORUM, type Language } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { named } from '../../../lib/localised.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { editionsRepository } from '../../editions/editions.repository.ts'
import { scopeOf, type ScoringLevel } from '../jury.policy.ts'
import { phasesService } from '../publication/phases.service.ts'
import { workloadRepository, type ScoringPhase, type JurorWork } from './workload.repository.ts'

/**
 * The phase whose end is the deadline of a level: the current one if the level scores in it, else the next one in
 * which it does. Undefined once scoring is over for the level.
 */
export function scoringPhaseOf(
  phases: readonly ScoringPhase[],
  level: ScoringLevel,
  now: Date,
): ScoringPhase | undefined {
  const scores = ({ phase, capabilities }: ScoringPhase) =>
    capabilitiesOf(phase, capabilities).can_score_levels.includes(level)
  const forced = phases.find(({ is_forced }) => is_forced)
  const present =
    forced ?? phases.find(({ starts_at, ends_at }) => starts_at <= now && now < ends_at)
  if (present && scores(present)) return present
  return phases.find(
    (one) => scores(one) && one.ends_at > now && (!forced || one.starts_at > forced.starts_at),
  )
}

/** When the scores of a level are due; undefined if no deadline is ahead. */
export function scoreDeadline(
  phases: readonly ScoringPhase[],
  level: ScoringLevel,
  now: Date,
): Date | undefined {
  const end = scoringPhaseOf(phases, level, now)?.ends_at
  return end && end > now ? end : undefined
}

/** Until when scores of an edition are taken, by level; undefined without a date that is still to come. */
export async function scoreDeadlines(db: Db, editionId: string, now: Date) {
  const phases = await workloadRepository(db).phases(editionId)
  return { 2: scoreDeadline(phases, 2, now), 3: scoreDeadline(phases, 3, now) }
}

type Input = Parsed<typeof juryDesk.workload>
type Workload = Answer<typeof juryDesk.workload>

/** Workload of jurors for a chair: entries of the own panel, without the own conflicts. */
export function workloadService(context: AppContext) {
  const { db, clock } = context
  return {
    async read(actor: Actor, input: Input, language: Language): Promise<Workload> {
      const scope = scopeOf(actor)
      const phases = phasesService(context)
      const edition = input.edition_id ?? (await phases.reviewedEdition())
      const phase = edition ? await editionsRepository(db).phaseOf(edition, clock()) : PHASES.setup
      const level = input.level ?? (phase >= PHASES.second_level_scoring ? 3 : 2)
      const empty = { level, quorum: QUORUM[level], due_at: null, jurors: [], categories: [] }
      if (!edition) return empty
      const repository = workloadRepository(db)
      const names = new Map((await repository.categoryNames()).map((one) => [one.id, one]))
      const due = scoreDeadline(await repository.phases(edition), level, clock())
      const toRow = ({ category_ids, last_active_at, reminded_at, ...juror }: JurorWork) => ({
        ...juror,
        categories: category_ids.flatMap((id) => {
          const category = names.get(id)
          return category ? [named(id, category.code, category.name, language)] : []
        }),
        last_active_at: last_active_at?.toISOString() ?? null,
        reminded_at: reminded_at?.toISOString() ?? null,
      })
      const coverage = await repository.categories(scope, edition, level)
      return {
        ...empty,
        due_at: due?.toISOString() ?? null,
        jurors: (await repository.jurors(scope, edition, level)).map(toRow),
        categories: coverage.map(({ id, code, name, ...counts }) => {
          return { category: named(id, code, name, language), ...counts }
        }),
      }
    },
  }
}
