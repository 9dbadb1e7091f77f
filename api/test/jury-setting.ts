import { judgeAdded } from '@awards/shared/contract'
import type { TestApi } from './test-api.ts'

const HALF_POINTS = 40

/** An edition in first-level scoring with a chair, five sub-jurors and three of the second level. */
export async function jurySetting({ build, db, as }: TestApi) {
  const { edition, category } = await build.programme()
  const platinum = await build.award({ code: 'platinum', rank: 2, min_score: 85 })
  const silver = await build.award({ code: 'silver', rank: 4, min_score: 65 })
  const selection = await build.award({ code: 'selection', rank: 5, min_score: 60 })
  const phases = new Map<number, string>()
  for (const phase of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const start = phase - 3
    const row = {
      edition_id: edition.id,
      phase,
      starts_at: build.at(start),
      ends_at: build.at(start + 1),
    }
    phases.set(phase, (await build.phase(row)).id)
  }
  const criteria: string[] = []
  for (const [sort, code] of [
    'esthetique',
    'ergonomie',
    'ethique',
    'economie',
    'emotion',
  ].entries()) {
    const name = JSON.stringify({ en: code })
    const { id } = await db
      .insertInto('criteria')
      .values({ code, name, description: name, sort })
      .returning('id')
      .executeTakeFirstOrThrow()
    criteria.push(id)
  }
  const owner = await build.user()
  const chair = await build.juror(1)
  const seat = (level: 2 | 3) => build.juror(level)
  const first = await Promise.all([seat(2), seat(2), seat(2), seat(2), seat(2)])
  const second = await Promise.all([seat(3), seat(3), seat(3)])

  /** Criterion scores for a total of 0 to 100 in steps of 2.5. */
  const marks = (total: number) => {
    const points = Math.round((total / 100) * HALF_POINTS * criteria.length)
    return criteria.map((criterion_id, index) => ({
      criterion_id,
      value: (Math.floor(points / 5) + (index < points % 5 ? 1 : 0)) / 2,
    }))
  }

  async function vote(
    entry: { id: string },
    { juror_id }: { juror_id: string },
    total: number,
    level: 2 | 3 = 2,
  ) {
    const key = { apply_order_id: entry.id, juror_id, level }
    await db
      .insertInto('assignments')
      .values({ ...key, status: 3 })
      .onConflict((conflict) => conflict.constraint('assignments_once').doUpdateSet({ status: 3 }))
      .execute()
    await db
      .insertInto('scores')
      .values({ ...key, total, is_draft: false, submitted_at: new Date() })
      .execute()
  }

  return {
    edition,
    category,
    platinum,
    silver,
    selection,
    criteria,
    owner,
    chair,
    first,
    second,
    marks,
    as,
    entry: (given = {}) =>
      build.entry(owner, {
        entry_status: 40,
        answers: JSON.stringify({
          summary: 'A chair.',
          company: 'Brumaire',
          image_licence_consent: true,
        }),
        ...given,
      }),

    /**
     * Sets the phase of the edition without moving its entries. One transaction: between two, the job that settles phases
     * would find the phase of the calendar and move the entries.
     */
    async enter(phase: number) {
      await db.transaction().execute(async (trx) => {
        const forced = trx.updateTable('phases').set({ is_forced: false })
        await forced.where('is_forced', '=', true).execute()
        const next = trx.updateTable('phases').set({ is_forced: true })
        await next.where('id', '=', phases.get(phase) ?? '').execute()
      })
    },

    phaseId: (phase: number) => phases.get(phase) ?? '',

    /** Changes the phase through the API: dry run, then confirmation. */
    async changePhase(phase: number) {
      const change = { phase_id: phases.get(phase) ?? '', reason: 'The jury has finished its work' }
      const dry = await as(chair).call(judgeAdded.changePhase, { ...change, dry_run: true })
      const confirmed = dry.fingerprint
      return as(chair).call(judgeAdded.changePhase, { ...change, confirmed })
    },

    async assign(entry: { id: string }, jurors: readonly { juror_id: string }[], level: 2 | 3 = 2) {
      await db
        .insertInto('assignments')
        .values(jurors.map(({ juror_id }) => ({ juror_id, apply_order_id: entry.id, level })))
        .execute()
    },

    vote,

    /** Submits one score per total, in the order of the jurors. */
    async scored(entry: { id: string }, totals: readonly number[], level: 2 | 3 = 2) {
      const jurors = level === 2 ? first : second
      for (const [index, total] of totals.entries()) {
        const juror = jurors[index]
        if (juror) await vote(entry, juror, total, level)
      }
    },

    conflict: (entry: { id: string }, { juror_id }: { juror_id: string }) =>
      db
        .insertInto('conflicts')
        .values({ apply_order_id: entry.id, juror_id, type: 'family', source: 'organiser' })
        .execute(),
  }
}
