import { openDatabase } from '../../api/src/db/database.ts'
import { openSession } from '../../api/src/modules/session/session-token.ts'
import { queryAt } from '../../e2e/src/harness/database.ts'

export type Seat = { token: string; sheet: string }
export type Scene = { emails: string[]; section: string; category: string; seats: Seat[] }

/** Accounts like one of the demo, with its password, and sheets that jurors have not scored yet. */
export async function plantScene(url: string, entrants: number, jurors: number): Promise<Scene> {
  const accounts = await queryAt<{ email: string }>(
    url,
    `insert into users (email, password_hash, first_name, last_name, country, status, identity,
       email_verified_at, terms_accepted_at, terms_version)
     select 'rush-' || n || '@rush.example.org', model.password_hash, 'Noémie', 'Garel', 'FR',
       'active', 0, now(), now(), model.terms_version
     from generate_series(1, $1::int) n, (select password_hash, terms_version from users
       where email = 'info@aoiworks.example.org') model
     returning email`,
    [entrants],
  )
  const [place] = await queryAt<{ section: string; category: string }>(
    url,
    `select s.id as section, c.id as category from sections s, categories c
     where s.code ilike '%pro%' and c.parent_id is not null and c.is_active
       and c.sections_allowed = '{}'
     order by s.id, c.id limit 1`,
  )
  if (!place) throw new Error('The programme has no category that is open to professionals')
  const seats = await openSeats(url, jurors)
  return { emails: accounts.map(({ email }) => email), ...place, seats }
}

/** One sheet each, of jurors of the first level; where there are fewer jurors, some hold several. */
async function openSeats(url: string, count: number): Promise<Seat[]> {
  const rows = await queryAt<{ user_id: string; sheet: string }>(
    url,
    `select j.user_id, a.apply_order_id as sheet
     from assignments a join jurors j on j.id = a.juror_id
     where a.level = 2 and a.status < 3 and j.user_id is not null
     order by row_number() over (partition by j.id order by a.id), j.id limit $1`,
    [count],
  )
  const { db } = openDatabase(url)
  const seats: Seat[] = []
  for (const { user_id, sheet } of rows) {
    const { token } = await openSession(db, user_id, new Date())
    seats.push({ token, sheet })
  }
  await db.destroy()
  return seats
}
