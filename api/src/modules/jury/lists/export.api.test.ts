import readSheet from 'read-excel-file/node'
import { judge, juryDesk } from '@awards/shared/contract'
import { sql } from 'kysely'
import { jurySetting } from '../../../../test/jury-setting.ts'
import { testApi } from '../../../../test/test-api.ts'

const api = await testApi()
const jury = await jurySetting(api)
const chair = api.as(jury.chair)
const ROWS = 1_030

beforeAll(async () => {
  await jury.enter(4)
  const first = await jury.entry({ title: '=HYPERLINK("http://x")', agent_code: 'AG-1' })
  await jury.scored(first, [70, 72, 74.5])
  const project = first.project_id
  // The copies below share one project and category.
  await api.db.schema.dropIndex('apply_orders_once_per_category').execute()
  const copies = Array.from({ length: ROWS - 1 }, (_, number) => ({
    entry_no: `ZZ-${String(number).padStart(5, '0')}`,
    judging_no: `#z${number}`,
    title: number === 3 ? 'Lampe <&> 灯\u0001' : `Work ${number}`,
    project_id: project,
    edition_id: first.edition_id,
    user_id: first.user_id,
    section_id: first.section_id,
    category_id: first.category_id,
    entry_status: 40,
    submitted_at: new Date(),
  }))
  await api.db.transaction().execute(async (trx) => {
    // Skips the triggers, which are slow row by row: the copies have neither votes nor conflicts.
    await sql`set local session_replication_role = replica`.execute(trx)
    await trx.insertInto('apply_orders').values(copies).execute()
  })
  await sql`select nextval('review_changes')`.execute(api.db)
})
afterAll(() => api.setTime(new Date()))

const exported = async (input: object, language = 'en') => {
  const { data } = await chair.answer(juryDesk.exportTable, input, { 'accept-language': language })
  return data as { url: string; rows: number }
}
const fetched = (url: string) => api.app.inject({ method: 'GET', url })

describe('the export of the table', () => {
  beforeEach(() => proves('call judge/exportTable'))

  test('XLSX has every row, numbers as numbers and formulas as text', async () => {
    const { url, rows } = await exported({ format: 'xlsx' })
    const file = await fetched(url)
    expect(file.headers['content-type']).toContain('spreadsheetml')
    const [sheet] = await readSheet(file.rawPayload)
    const [head = [], ...lines] = sheet?.data ?? []
    expect(rows).toBe(ROWS)
    expect(lines).toHaveLength(ROWS)
    expect(new Set(lines.map(([number]) => number)).size).toBe(ROWS)
    const [first = []] = lines
    const of = (name: string) => first[head.indexOf(name)]
    expect(of('Title')).toBe('=HYPERLINK("http://x")')
    expect(of('Mean')).toBe(72.17)
    expect(of('Scores')).toBe(3)
    expect(of('Public')).toBe(false)
    expect(lines.some((line) => line.includes('Lampe <&> 灯'))).toBe(true)
  })

  test('CSV has a byte order mark, escapes formulas and follows the locale', async () => {
    proves('security 1', 'security 15')
    const english = await fetched((await exported({ format: 'csv' })).url)
    expect(english.body.startsWith('\ufeffEntry number,')).toBe(true)
    expect(english.body.split('\r\n')).toHaveLength(ROWS + 2)
    expect(english.body).toContain(`"'=HYPERLINK(""http://x"")"`)
    expect(english.body).toContain(',72.17,')
    const french = await fetched((await exported({ format: 'csv' }, 'fr')).url)
    expect(french.body.startsWith('\ufeffNuméro;')).toBe(true)
    expect(french.body).toContain(';72,17;')
    const states = { en: 'In judging', fr: 'En évaluation', zh: '评审中' }
    for (const [language, state] of Object.entries(states)) {
      const { body } = await fetched((await exported({ format: 'csv' }, language)).url)
      expect(body).toContain(state)
      expect(body).not.toMatch(/in_judging|,none,/)
    }
  })

  test('separates scores from fees; fees require their capability', async () => {
    const [scores, money] = [
      (await fetched((await exported({ format: 'csv' })).url)).body,
      (await fetched((await exported({ format: 'csv', columns: 'money' })).url)).body,
    ]
    expect(scores).not.toMatch(/fee|paid|AG-1/)
    expect(money).toContain('AG-1')
    expect(money).not.toMatch(/Mean|72\.17/)
    const plain = await api.build.juror(1, { capabilities: ['can_download'] })
    const input = { format: 'csv', columns: 'money' }
    expect(await api.as(plain).answer(juryDesk.exportTable, input)).toMatchObject({
      code: 403,
      data: { reason: 'NO_FEES' },
    })
  })

  test('filters and sorts like the list; returns 422 for invalid filters and 409 for no rows', async () => {
    const { url, rows } = await exported({ format: 'csv', filters: 'keyword=Work 10&sort=-title' })
    const list = await chair.call(judge.judgeEntryList, { keyword: 'Work 10', sort: '-title' })
    expect(rows).toBe(list.total)
    expect((await fetched(url)).body.split('\r\n')[1]).toContain(list.list[0]?.entry_no ?? '?')
    const wrong = await chair.answer(juryDesk.exportTable, { format: 'csv', filters: 'queue=x' })
    expect(wrong).toMatchObject({ code: 422 })
    const none = await chair.answer(juryDesk.exportTable, { format: 'csv', filters: 'keyword=qqq' })
    expect(none).toMatchObject({ code: 409, data: { reason: 'NOTHING' } })
  })

  test('the link checks rights and conflicts at download, expires and cannot be forged', async () => {
    const { url } = await exported({ format: 'csv' })
    const entry = (await chair.call(judge.judgeEntryList, {})).list[0]
    await jury.conflict({ id: entry?.apply_order_id ?? '' }, jury.chair)
    expect((await fetched(url)).body).not.toContain(entry?.entry_no ?? '?')
    expect((await fetched(`${url}x`)).json()).toMatchObject({ code: 403 })
    const before = await api.db
      .selectFrom('audit_log')
      .select('action')
      .where('action', '=', 'entries.exported')
      .execute()
    expect(before.length).toBeGreaterThan(0)
    api.setTime(new Date(Date.now() + 16 * 60_000))
    expect((await fetched(url)).json()).toMatchObject({ code: 410 })
    api.setTime(new Date())
    const { url: second } = await exported({ format: 'csv' })
    await api.db
      .updateTable('jurors')
      .set({ capabilities: [] })
      .where('id', '=', jury.chair.juror_id)
      .execute()
    expect((await fetched(second)).json()).toMatchObject({ code: 403 })
  })
})
