import type { Identity } from '@awards/shared/domain'
import { PROGRAMME } from './payment-scene.ts'
import type { TestApi } from './test-api.ts'

/** Row of a call: within the scope of the caller, or outside. */
export type Reach = 'own' | 'foreign'
export type Subject = {
  judging: string
  draft: string
  /** A draft that may be deleted. */
  spare: string
  awarded: string
  /** An entry in judging that may be withdrawn or disqualified. */
  leaving: string
  /** An entry in judging for recusals. */
  recused: string
  /** An inferred conflict of a juror who makes no call. */
  conflict: string
  order_no: string
}

/** Organisation of both a juror and an entrant, so that a conflict is inferred. */
const ORGANISATION = 'Contested Works'

const QUOTE = {
  amount_ht: 22_000,
  vat_rate: 20,
  vat_amount: 4_400,
  amount: 26_400,
  currency: 'EUR',
  mention: null,
}

/**
 * One person of each identity, and for each reach a set of entries: the own ones belong to the
 * entrant, stand in the jurors' categories and are assigned; the foreign ones belong to another user.
 */
export async function permissionFixture({ build, db }: TestApi) {
  const { edition, category, award } = await build.programme()
  await build.phase({ edition_id: edition.id, phase: 3 })
  const published = await build.edition({
    status: 4,
    results_published_at: build.at(-1),
    opens_at: build.at(-300),
    closes_at: build.at(-200),
  })
  await build.phase({
    edition_id: published.id,
    phase: 8,
    starts_at: build.at(-100),
    ends_at: build.at(100),
  })
  await db
    .insertInto('site_documents')
    .values({ code: 'programme', document: JSON.stringify(PROGRAMME) })
    .execute()
  const other = await build.category({ code: 'OTH' })
  const stranger = await build.user()
  const people = {
    0: await build.user(),
    1: await build.juror(1),
    2: await build.juror(2),
    3: await build.juror(3),
  } satisfies Record<Identity, { id: string }>
  const reviewers = [people[2], people[3]]
  const bystander = await build.juror(2, { affiliations: [ORGANISATION] })

  async function subject(reach: Reach): Promise<Subject> {
    const owner = reach === 'own' ? people[0] : stranger
    const category_id = reach === 'own' ? category.id : other.id
    const judging = await build.entry(owner, { entry_status: 40, category_id })
    const draft = await build.entry(owner, { category_id })
    const spare = await build.entry(owner, { category_id })
    const leaving = await build.entry(owner, { entry_status: 40, category_id })
    const recused = await build.entry(owner, { entry_status: 40, category_id })
    const contested = await build.entry(owner, {
      entry_status: 40,
      category_id,
      answers: JSON.stringify({ company: ORGANISATION }),
    })
    const conflict = await db
      .selectFrom('conflicts')
      .select('id')
      .where('apply_order_id', '=', contested.id)
      .where('juror_id', '=', bystander.juror_id)
      .executeTakeFirstOrThrow()
    const awarded = await build.entry(owner, {
      entry_status: 60,
      category_id,
      edition_id: published.id,
      winner_fee_status: 1,
      published_at: build.at(-1),
      is_show: true,
    })
    await db
      .insertInto('certificates')
      .values({
        number: `GA-CERT-${awarded.id}`,
        apply_order_id: awarded.id,
        award_id: award.id,
        holder: 'Somebody',
      })
      .execute()
    const order_no = `TEST${judging.id}`.slice(0, 32)
    await db
      .insertInto('payment_orders')
      .values({
        order_no,
        apply_order_id: judging.id,
        fee_type: 1,
        channel: 'bank_transfer',
        quote: JSON.stringify(QUOTE),
        // A business has no right of withdrawal, so the entry stays for the other calls.
        billing: JSON.stringify({ kind: 'business' }),
        amount_minor: 100,
        currency: 'EUR',
        status: 2,
        expires_at: build.at(1),
        paid_at: build.at(-1),
      })
      .execute()
    if (reach === 'own') {
      const assigned = [judging, recused].flatMap(({ id: apply_order_id }) =>
        reviewers.map(({ juror_id }, index) => ({ juror_id, apply_order_id, level: index + 2 })),
      )
      await db.insertInto('assignments').values(assigned).execute()
    }
    return {
      judging: judging.id,
      draft: draft.id,
      spare: spare.id,
      awarded: awarded.id,
      leaving: leaving.id,
      recused: recused.id,
      conflict: conflict.id,
      order_no,
    }
  }

  return {
    people,
    edition,
    award,
    own: await subject('own'),
    foreign: await subject('foreign'),
    section: (await build.programme()).section,
    category,
  }
}

export type PermissionFixture = Awaited<ReturnType<typeof permissionFixture>>
