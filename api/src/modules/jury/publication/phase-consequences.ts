import { createHash } from 'node:crypto'
import { OPEN_WORK, type OpenWorkKind, type PhaseConsequence } from '@awards/shared/contract'
import {
  PHASES,
  capabilitiesOf,
  phaseName,
  type Language,
  type Phase,
  type PhaseCapabilities,
  type Stage,
} from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import type { AppContext } from '../../../start/app-context.ts'
import type { Db } from '../../../db/database.ts'
import { figuresByEntry } from '../results/aggregates.ts'
import type { ScoringLevel } from '../jury.policy.ts'
import { phasesRepository } from './phases.repository.ts'
import { checklistOf, withoutConflicts, withFigures } from './publish-plan.ts'
import { publishRepository } from './publish.repository.ts'
import { withChairTitles } from '../anonymity/anonymised-entries.ts'

type PhaseMove = {
  readonly editionId: string
  readonly from: Stage
  readonly to: { phase: Phase; capabilities: Partial<PhaseCapabilities> }
  readonly isFrozen: boolean
}

/** What a first level leaves behind for the second, which scores what was chosen there. */
const BEFORE_SECOND_LEVEL: readonly OpenWorkKind[] = [
  'RECOMMENDED',
  'TO_DISCUSS',
  'FIRST_LEVEL_VOTES',
]

/** Open work that has to be seen before a phase begins. Comments can be released at any time. */
const DUE_BEFORE: readonly (readonly [Phase, readonly OpenWorkKind[]])[] = [
  [PHASES.second_level_scoring, BEFORE_SECOND_LEVEL],
  [PHASES.deliberation, ['SECOND_LEVEL_VOTES']],
  [PHASES.frozen_embargo, OPEN_WORK.filter((kind) => kind !== 'COMMENTS_PENDING')],
]

const workDueBetween = (from: Phase, to: Phase): readonly OpenWorkKind[] =>
  DUE_BEFORE.flatMap(([phase, kinds]) => (from < phase && phase <= to ? kinds : []))

/**
 * Consequences of a phase change by hand, for the chair to confirm: what is missing before each step, the second level's
 * included; empty for a step to the next phase without open work.
 * Entries in conflict with the chair are left out of lists and counts.
 */
export async function consequencesOf(
  context: AppContext,
  trx: Db,
  actor: Actor,
  move: PhaseMove,
  language: Language,
): Promise<PhaseConsequence[]> {
  const { editionId, from, to, isFrozen } = move
  const jurorId = actor.juror?.id ?? '0'
  const found: PhaseConsequence[] = []
  const passed = (await phasesRepository(trx).list(editionId))
    .map(({ phase }) => phase)
    .filter((phase) => isBetween(phase, from.phase, to.phase))
  const names = (phases: readonly Phase[]) => phases.toSorted((a, b) => a - b).map(phaseName)
  if (to.phase > from.phase && passed.length > 0) {
    found.push({ kind: 'SKIPPED', count: passed.length, phases: names(passed), entries: [] })
  }
  if (to.phase < from.phase) {
    const undone = [from.phase, ...passed]
    found.push({ kind: 'BACK', count: undone.length, phases: names(undone), entries: [] })
    const isThawing = isFrozen && to.phase < PHASES.frozen_embargo
    if (isThawing) found.push({ kind: 'THAWED', count: 1, phases: [], entries: [] })
  }
  const nextLevels = capabilitiesOf(to.phase, to.capabilities).can_score_levels
  const endingLevels = from.capabilities.can_score_levels.filter(
    (level) => !nextLevels.includes(level),
  )
  const { seats, drafts } = await phasesRepository(trx).openSeats(
    editionId,
    endingLevels.filter((level): level is ScoringLevel => level !== 1),
    jurorId,
  )
  if (seats > 0) found.push({ kind: 'SCORES_MISSING', count: seats, phases: [], entries: [] })
  if (drafts > 0) found.push({ kind: 'DRAFTS_LEFT', count: drafts, phases: [], entries: [] })
  const wanted = isFrozen ? [] : workDueBetween(from.phase, to.phase)
  if (wanted.length > 0) {
    const open = await openWork(context, trx, editionId, jurorId, language)
    const due = open.filter(({ kind }) => wanted.includes(kind))
    found.push(...due.map((line) => ({ ...line, phases: [] })))
  }
  return found
}

/** Checksum of consequences; a confirmation carries it, so that it is valid only for what the chair read. */
export const fingerprintOf = (consequences: readonly PhaseConsequence[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        consequences.map(({ kind, count, phases, entries }) => [
          kind,
          count,
          phases,
          entries.map(({ apply_order_id }) => apply_order_id),
        ]),
      ),
    )
    .digest('hex')
    .slice(0, 32)

const isBetween = (phase: Phase, one: Phase, other: Phase) =>
  phase > Math.min(one, other) && phase < Math.max(one, other)

async function openWork(
  context: AppContext,
  trx: Db,
  editionId: string,
  jurorId: string,
  language: Language,
) {
  const results = await publishRepository(trx).results(editionId, jurorId)
  const figures = await figuresByEntry(
    trx,
    results.map(({ id }) => id),
  )
  const lines = checklistOf(withoutConflicts(withFigures(results, figures)), language)
  return Promise.all(
    lines.map(async (line) => ({
      ...line,
      entries: await withChairTitles(context, trx, line.entries),
    })),
  )
}
