import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../src/db/database.ts'
import type * as schema from '../src/db/schema.gen.ts'
import { hashPassword } from '../src/modules/accounts/password.ts'
import { DAY_MS } from '../src/lib/time.ts'

/** Password of every user of `build.user`. */
export const PASSWORD = 'Correct-Horse-7-Staple'

const texts = (en: string) => JSON.stringify({ en })
let passwordHash: Promise<string> | undefined
let running = 0

type Row<T> = Selectable<T>
type With<T> = Partial<Insertable<T>>
type Person = Row<schema.Users>

/** Builders of valid rows; omitted columns get defaults. */
export function sampleBuilders(db: Db, now: () => Date) {
  const next = () => ++running
  const at = (days: number) => new Date(now().getTime() + days * DAY_MS)
  let defaults: Promise<Programme> | undefined

  async function user(given: With<schema.Users> = {}): Promise<Person> {
    const number = next()
    passwordHash ??= hashPassword(PASSWORD)
    const row: Insertable<schema.Users> = {
      email: `person${number}@example.org`,
      password_hash: await passwordHash,
      first_name: 'Person',
      last_name: `Number ${number}`,
      country: 'FR',
      ...given,
    }
    return db.insertInto('users').values(row).returningAll().executeTakeFirstOrThrow()
  }

  /** A juror with an account; `level` is also the identity. A chair has all capabilities by default. */
  async function juror(
    level: 1 | 2 | 3,
    given: With<schema.Jurors> & { category_ids?: string[] } = {},
  ): Promise<Person & { juror_id: string }> {
    const { category_ids: categories, ...more } = given
    const person = await user({ identity: level })
    const row: Insertable<schema.Jurors> = {
      user_id: person.id,
      slug: `juror-${next()}`,
      level,
      name: `${person.first_name} ${person.last_name}`,
      title: texts('Designer'),
      country: 'FR',
      bio: texts('Designs things.'),
      capabilities:
        level === 1
          ? ['can_score', 'can_manage_fees', 'can_publish', 'can_assign', 'can_download']
          : [],
      agreement_signed_at: at(-10),
      agreement_version: '1',
      ...more,
    }
    const { id } = await db
      .insertInto('jurors')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow()
    const panel = categories ?? [(await programme()).category.id]
    for (const category_id of panel) {
      await db.insertInto('juror_categories').values({ juror_id: id, category_id }).execute()
    }
    return { ...person, juror_id: id }
  }

  const edition = (given: With<schema.Editions> = {}) =>
    db
      .insertInto('editions')
      .values({
        code: `E${next()}`,
        name: texts('Season'),
        year: now().getUTCFullYear(),
        status: 1,
        opens_at: at(-30),
        closes_at: at(30),
        ...given,
      })
      .returningAll()
      .executeTakeFirstOrThrow()

  /** Puts an edition into a phase by hand, or back into that of its dates. */
  const forcePhase = (code: string, phase: number, is_forced: boolean) =>
    db
      .updateTable('phases')
      .set({ is_forced })
      .where('edition_id', '=', db.selectFrom('editions').select('id').where('code', '=', code))
      .where('phase', '=', phase)
      .execute()

  const phase = (
    given: Pick<Insertable<schema.Phases>, 'edition_id' | 'phase'> & With<schema.Phases>,
  ) =>
    db
      .insertInto('phases')
      .values({ starts_at: at(-1), ends_at: at(1), ...given })
      .returningAll()
      .executeTakeFirstOrThrow()

  const section = (given: With<schema.Sections> = {}) =>
    db
      .insertInto('sections')
      .values({
        code: `section-${next()}`,
        name: texts('Professional'),
        description: texts(''),
        ...given,
      })
      .returningAll()
      .executeTakeFirstOrThrow()

  const category = (given: With<schema.Categories> = {}) =>
    db
      .insertInto('categories')
      .values({ code: `C${next()}`, name: texts('Furniture'), description: texts(''), ...given })
      .returningAll()
      .executeTakeFirstOrThrow()

  const award = (given: With<schema.AwardLevels> = {}) =>
    db
      .insertInto('award_levels')
      .values({
        code: `award-${next()}`,
        name: texts('Gold'),
        description: texts(''),
        rank: 3,
        colour: '#c9a227',
        ...given,
      })
      .returningAll()
      .executeTakeFirstOrThrow()

  /** Default edition, section, category and award of rows; created once. */
  function programme(): Promise<Programme> {
    defaults ??= (async () => ({
      edition: await edition(),
      section: await section({ code: 'professional' }),
      category: await category({ code: 'MOB' }),
      award: await award({ code: 'gold' }),
    }))()
    return defaults
  }

  /** An entry of a user; dates are set according to its status. */
  async function entry(
    owner: { id: string },
    given: With<schema.ApplyOrders> = {},
  ): Promise<Row<schema.ApplyOrders>> {
    const basis = await programme()
    const number = next()
    const project = await db
      .insertInto('projects')
      .values({ user_id: owner.id, title: 'Ondine' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const status = given.entry_status ?? 0
    const row: Insertable<schema.ApplyOrders> = {
      entry_no: `GA-${String(number).padStart(4, '0')}`,
      judging_no: `#${number}`,
      edition_id: basis.edition.id,
      project_id: project.id,
      user_id: owner.id,
      section_id: basis.section.id,
      category_id: basis.category.id,
      title: 'Ondine',
      country: 'FR',
      ...(status > 0 ? { submitted_at: now() } : {}),
      ...(status >= 20 && status < 90 ? { paid_at: now(), entry_fee_status: 2 } : {}),
      ...(status === 60 ? { award_id: basis.award.id } : {}),
      ...given,
    }
    return db.insertInto('apply_orders').values(row).returningAll().executeTakeFirstOrThrow()
  }

  return { user, juror, edition, phase, forcePhase, section, category, award, programme, entry, at }
}

export type Builders = ReturnType<typeof sampleBuilders>

type Programme = {
  edition: Row<schema.Editions>
  section: Row<schema.Sections>
  category: Row<schema.Categories>
  award: Row<schema.AwardLevels>
}
