import {
  type Answer,
  type Parsed,
  type PhaseConsequence,
  type PhaseInfo,
  type judge,
  type judgeAdded,
  OPEN_WORK,
  type OpenWorkKind,
} from '@awards/shared/contract'
import {
  PHASES,
  capabilitiesAt,
  capabilitiesOf,
  currentPhase,
  isPhaseOver,
  phaseName,
  type Language,
  type Phase,
  type Stage,
  type PhaseCapabilities,
} from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { BusinessError } from '../../../http/business-error.ts'
import type { Db } from '../../../db/database.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { editionsRepository } from '../../editions/editions.repository.ts'
import { translated } from '../../../lib/localised.ts'
import { freezeResults, thawResults } from '../results/snapshots.service.ts'
import { phasesRepository, type PhaseRow } from './phases.repository.ts'
import { createHash } from 'node:crypto'
import { figuresByEntry } from '../results/aggregates.repository.ts'
import { scopeOf, type ScoringLevel } from '../jury.policy.ts'
import { checklistOf, withoutConflicts, withFigures } from './publish-plan.ts'
import { publishRepository } from './publish.repository.ts'
import { withChairTitles } from '../anonymity/anonymised-entries.ts'

type PhaseList = Answer<typeof judge.getPhase>

const PHASE_NAMES: Readonly<Record<Phase, string>> = {
  0: 'Preparation',
  1: 'Call for entries',
  2: 'Admissibility check',
  3: 'First-level scoring',
  4: 'First-level awarding',
  5: 'Second-level scoring',
  6: 'Deliberation',
  7: 'Results frozen, embargo',
  8: 'Results published',
  9: 'Archived',
}

/** The phases of editions, by date or set by hand. */
export function phasesService(context: AppContext) {
  const { db, clock } = context

  async function list(language: Language): Promise<PhaseList> {
    const rows = await phasesRepository(db).list()
    const now = clock()
    const current = currentPhases(rows, now)
    const reviewed = reviewedEdition(rows, current)
    const phaseInfos = rows.map((row) => {
      const present = current.get(row.edition_id)
      return present?.id === row.id
        ? toPhaseInfo(present, capabilitiesAt(present, now), language, { isCurrent: true, now })
        : toPhaseInfo(row, capabilitiesOf(row.phase, row.capabilities), language, { now })
    })
    const shown = reviewed === undefined ? undefined : current.get(reviewed)
    return { current: phaseInfos.find(({ id }) => id === shown?.id) ?? null, list: phaseInfos }
  }

  return {
    list,

    /** Id of the edition under review: the latest in judging, else in admissibility, else with results, else the latest. */
    async reviewedEdition(): Promise<string | undefined> {
      const rows = await phasesRepository(db).list()
      return reviewedEdition(rows, currentPhases(rows, clock()))
    },

    stageOf: (editionId: string, target: Db = db): Promise<Stage> =>
      editionsRepository(target).stageOf(editionId, clock()),

    /**
     * Sets the phase by hand and freezes or thaws the results. Consequences have to be confirmed by their fingerprint (409
     * `CONSEQUENCES`); a dry run returns them and changes nothing. Throws as `scopeOf`.
     */
    async change(
      actor: Actor,
      { phase_id, reason, dry_run, confirmed }: Parsed<typeof judgeAdded.changePhase>,
      language: Language,
    ): Promise<Answer<typeof judgeAdded.changePhase>> {
      const { juror_id } = scopeOf(actor)
      if (!dry_run && !reason) throw new BusinessError(422, { reason: ['Give the reason'] })
      let notAdmitted = 0
      const consequences = await db.transaction().execute(async (trx) => {
        const repository = phasesRepository(trx)
        const target = await repository.findForUpdate(phase_id)
        if (!target) {
          throw new BusinessError(404, 'There is no such phase. Reload the page and choose again.')
        }
        if (target.results_published_at && target.phase < PHASES.published) {
          throw new BusinessError(409, 'The results are published; the edition cannot go back.', {
            reason: 'PUBLISHED',
          })
        }
        if (!target.results_published_at && target.phase >= PHASES.published) throw notPublished()
        const phases = await repository.list(target.edition_id)
        const ending = currentPhases(phases, clock()).get(target.edition_id)
        const from = ending?.phase ?? PHASES.setup
        const move = {
          editionId: target.edition_id,
          phases,
          // What the phase is for: past its date it takes no scores, and the chair has to learn which are missing.
          from: { phase: from, capabilities: capabilitiesOf(from, ending?.capabilities) },
          to: { phase: target.phase, capabilities: target.capabilities },
          isFrozen: target.snapshot_id !== null,
        }
        const current = await consequencesOf(context, trx, juror_id, move, language)
        const begins = from < PHASES.first_level_scoring
        if (begins && target.phase >= PHASES.first_level_scoring) {
          notAdmitted = await repository.notAdmitted(target.edition_id)
        }
        if (dry_run) return current
        if (current.length > 0 && confirmed !== fingerprintOf(current)) throw unconfirmed(current)
        await repository.force(target.edition_id, target.id)
        if (target.phase < PHASES.frozen_embargo) {
          await thawResults(trx, target.edition_id)
          await repository.thaw(target.edition_id)
        } else {
          await freezeResults(trx, target.edition_id, actor.id, clock())
        }
        await repository.settle(target.edition_id, target.phase, clock())
        await auditRepository(trx).record(actor, 'phase.changed', target.edition_id, {
          before: { phase: from },
          after: {
            phase: target.phase,
            consequences: current.map(({ kind, count }) => `${kind} ${count}`),
          },
          reason,
        })
        return current
      })
      const fingerprint = fingerprintOf(consequences)
      return { ...(await list(language)), consequences, fingerprint, not_admitted: notAdmitted }
    },

    /** Job: applies the phases that began by date to the entries. */
    async settleAll() {
      const rows = await phasesRepository(db).list()
      for (const [editionId, row] of currentPhases(rows, clock())) {
        await db.transaction().execute(async (trx) => {
          if (row.phase >= PHASES.frozen_embargo) {
            await freezeResults(trx, editionId, null, clock())
          }
          await phasesRepository(trx).settle(editionId, row.phase, clock())
        })
      }
    },
  }
}

const notPublished = () =>
  new BusinessError(
    409,
    'The results are not published. Publish them in the embargo; the phase then changes by itself.',
    { reason: 'NOT_PUBLISHED' },
  )

/** 409 with the consequences, for the client to show and confirm. */
const unconfirmed = (consequences: readonly PhaseConsequence[]) =>
  new BusinessError(
    409,
    'This change of phase has consequences. Read them, then confirm the change.',
    { reason: 'CONSEQUENCES', consequences, fingerprint: fingerprintOf(consequences) },
  )

/** Edition id → current phase. */
function currentPhases(rows: readonly PhaseRow[], now: Date): Map<string, PhaseRow> {
  const current = new Map<string, PhaseRow>()
  for (const [editionId, phases] of Map.groupBy(rows, (row) => row.edition_id)) {
    const found = currentPhase(phases, now, Boolean(phases[0]?.results_published_at))
    if (found) current.set(editionId, found)
  }
  return current
}

function reviewedEdition(rows: readonly PhaseRow[], current: Map<string, PhaseRow>) {
  const latestFirst = [...new Set(rows.map(({ edition_id }) => edition_id))].reverse()
  const within = (from: Phase, to: Phase) =>
    latestFirst.find((id) => {
      const phase = current.get(id)?.phase
      return phase !== undefined && phase >= from && phase <= to
    })
  return (
    within(PHASES.first_level_scoring, PHASES.frozen_embargo) ??
    within(PHASES.admissibility, PHASES.admissibility) ??
    within(PHASES.published, PHASES.archived) ??
    latestFirst[0]
  )
}

function toPhaseInfo(
  row: PhaseRow,
  rights: PhaseCapabilities,
  language: Language,
  { isCurrent = false, now }: { isCurrent?: boolean; now: Date },
): PhaseInfo {
  return {
    id: row.id,
    edition: {
      id: row.edition_id,
      code: row.edition_code,
      name: translated(row.edition_name, language),
    },
    phase: row.phase,
    code: phaseName(row.phase),
    name: PHASE_NAMES[row.phase],
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    is_current: isCurrent,
    is_forced: row.is_forced,
    is_over: isPhaseOver(row, now),
    capabilities: {
      ...rights,
      can_score_levels: [...rights.can_score_levels],
      can_award_levels: [...rights.can_award_levels],
    },
  }
}

type PhaseMove = {
  readonly editionId: string
  readonly phases: readonly PhaseRow[]
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
async function consequencesOf(
  context: AppContext,
  trx: Db,
  jurorId: string,
  move: PhaseMove,
  language: Language,
): Promise<PhaseConsequence[]> {
  const { editionId, phases, from, to, isFrozen } = move
  const found: PhaseConsequence[] = []
  const passed = phases
    .map(({ phase }) => phase)
    .filter((phase) => isBetween(phase, from.phase, to.phase))
  const names = (ones: readonly Phase[]) => ones.toSorted((a, b) => a - b).map(phaseName)
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
const fingerprintOf = (consequences: readonly PhaseConsequence[]): string =>
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
