import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql, type ExpressionBuilder } from 'kysely'
import { z } from 'zod'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.gen.ts'
import { ROOT_DIR } from '../start/config.ts'

const Programme = z.object({ password: z.string() })

/** The public password in the programme file of a folder. */
async function passwordIn(folder: string): Promise<string> {
  const { parse } = await import('yaml')
  const text = await readFile(join(folder, 'programme.yaml'), 'utf8')
  return Programme.parse(parse(text)).password
}

let demoPassword: Promise<string | undefined> | undefined

/** Whether a password is the public one of the demo programme. */
export async function isDemoPassword(password: string): Promise<boolean> {
  // Without the demo files there is no demo password.
  demoPassword ??= passwordIn(join(ROOT_DIR, 'programme')).catch(() => undefined)
  return password === (await demoPassword)
}

const ROLES = [
  { identity: 0, role: 'Entrant' },
  { identity: 1, role: 'Jury (chair)' },
  { identity: 2, role: 'Sub-jury' },
  { identity: 3, role: 'Second-level jury' },
] as const

/** Sort key: the entrant with most entries comes first. */
const entriesOf = (select: ExpressionBuilder<DB, 'users'>) =>
  select
    .selectFrom('apply_orders')
    .select(sql<number>`count(*)`.as('entries'))
    .whereRef('apply_orders.user_id', '=', 'users.id')

export type DemoAccount = { role: string; email: string; password: string }

/** One account per role, with the common password of the programme file. */
export async function demoAccounts(db: Db, folder: string): Promise<DemoAccount[]> {
  const password = await passwordIn(folder)
  const accounts: DemoAccount[] = []
  const organiser = await db
    .selectFrom('account_rights')
    .innerJoin('users', 'users.id', 'account_rights.user_id')
    .select('users.email')
    .where('account_rights.name', '=', 'organise')
    .where('users.status', '=', 'active')
    .orderBy('users.id')
    .executeTakeFirst()
  for (const { identity, role } of ROLES) {
    const user = await db
      .selectFrom('users')
      .leftJoin('jurors', 'jurors.user_id', 'users.id')
      .select('users.email')
      .where('users.identity', '=', identity)
      .where('users.status', '=', 'active')
      .orderBy('jurors.sort')
      .orderBy((order) => entriesOf(order), 'desc')
      .orderBy('users.id')
      .executeTakeFirst()
    if (user) accounts.push({ role, email: user.email, password })
  }
  if (organiser) accounts.push({ role: 'Organiser', email: organiser.email, password })
  return accounts
}
