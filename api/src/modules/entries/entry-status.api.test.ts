import {
  ENTRY_MACHINE,
  ENTRY_STATUS,
  ENTRY_STATUSES,
  sourcesOf,
  targetOf,
  type EntryEvent,
  type EntryStatus,
} from '@awards/shared/domain'
import { sql } from 'kysely'
import { testApi } from '../../../test/test-api.ts'
import { changeEachEntryStatus, changeEntryStatus } from './entry-status.repository.ts'

const { db, build } = await testApi()
const { award } = await build.programme()
const owner = await build.user()
const S = ENTRY_STATUS

const planted = (entry_status: EntryStatus, edition_id?: string) =>
  build.entry(owner, {
    entry_status,
    submitted_at: new Date(),
    award_id: award.id,
    ...(edition_id && { edition_id }),
  })
const statusOf = async (id: string) =>
  (
    await db
      .selectFrom('apply_orders')
      .select('entry_status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).entry_status

const edges = new Set(
  ENTRY_STATUSES.flatMap((from) =>
    Object.values<EntryStatus>(ENTRY_MACHINE[from]).map((to) => `${from} to ${to}`),
  ),
)
const events = [...new Set(Object.values(ENTRY_MACHINE).flatMap(Object.keys))] as EntryEvent[]

test('the database lists exactly the transitions of the domain', async () => {
  const rows = await db.selectFrom('entry_transitions').selectAll().execute()
  const listed = rows.map(({ from_status, to_status }) => `${from_status} to ${to_status}`)

  expect(listed.sort()).toEqual([...edges].sort())
})

describe.each(ENTRY_STATUSES)('an update of an entry in status %i', (from) => {
  test.each(ENTRY_STATUSES)('to status %i follows the table', async (to) => {
    const { id } = await planted(from)
    const update = sql`update apply_orders set entry_status = ${to} where id = ${id}`.execute(db)

    if (from === to || edges.has(`${from} to ${to}`)) {
      await update
      expect(await statusOf(id)).toBe(to)
    } else {
      await expect(update).rejects.toThrow(`an entry does not go from status ${from} to ${to}`)
      expect(await statusOf(id)).toBe(from)
    }
  })
})

test('other columns of an entry that has left the competition can still be updated', async () => {
  const { id } = await planted(S.withdrawn)
  await sql`update apply_orders set title = '', entry_status = ${S.withdrawn}
    where id = ${id}`.execute(db)
  expect(await statusOf(id)).toBe(S.withdrawn)
})

describe('changeEntryStatus', () => {
  test.each(events)('%s changes only entries that may take it', async (event) => {
    const entries = await Promise.all(ENTRY_STATUSES.map((status) => planted(status)))
    const ids = entries.map(({ id }) => id)
    const allowed = entries.filter(({ entry_status }) =>
      sourcesOf(ENTRY_MACHINE, event).includes(entry_status as EntryStatus),
    )

    const changed = await changeEntryStatus(db, event, ids)

    expect(changed.toSorted()).toEqual(allowed.map(({ id }) => id).toSorted())
    for (const { id, entry_status } of entries) {
      const expected = changed.includes(id) ? targetOf(ENTRY_MACHINE, event) : entry_status
      expect(await statusOf(id)).toBe(expected)
    }
  })

  test('reaches what a condition names, and writes columns with the status', async () => {
    const edition = await build.edition()
    const [inside, late, outside] = await Promise.all([
      planted(S.decided, edition.id),
      planted(S.registered, edition.id),
      planted(S.decided),
    ])
    const which = sql<boolean>`entry.edition_id = ${edition.id}`

    const changed = await changeEntryStatus(db, 'publish_award', which, { is_show: true })

    expect(changed).toEqual([inside.id])
    expect(await statusOf(inside.id)).toBe(S.awarded)
    expect(await statusOf(late.id)).toBe(S.registered)
    expect(await statusOf(outside.id)).toBe(S.decided)
  })

  test('changeEachEntryStatus names the entries that cannot change', async () => {
    const ready = await planted(S.decided)
    const early = await planted(S.admitted)
    const change = db
      .transaction()
      .execute((trx) => changeEachEntryStatus(trx, 'publish_no_award', [ready.id, early.id]))

    await expect(change).rejects.toThrow(`these entries are: ${early.id}`)
    expect(await statusOf(ready.id)).toBe(S.decided)
  })
})
