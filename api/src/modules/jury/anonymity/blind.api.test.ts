import { entries, juryDesk, jurySeat, subjudges } from '@awards/shared/contract'
import type { JurorEntryInfo } from '@awards/shared/contract'
import { identityScene } from '../../../../test/identity-scene.ts'
import { jurySetting } from '../../../../test/jury-setting.ts'
import { testApi } from '../../../../test/test-api.ts'

const api = await testApi()
const { db, build, app } = api
const jury = await jurySetting(api)
const scene = identityScene(api, jury)
const elsewhere = await build.category({ code: 'ELS' })
const [sub, colleague] = jury.first
if (!sub || !colleague) throw new Error('The jury has no jurors')
const juror = api.as(sub)
const chair = api.as(jury.chair)

let number = 0
const judged = async (category_id?: string) => {
  const judging_no = `#AAAA${++number}`
  return scene.entry({ judging_no, isSeen: true, ...(category_id && { category_id }) })
}
const infoOf = async (who: typeof juror, id: string) =>
  (await who.call(entries.info, { apply_order_id: id })) as JurorEntryInfo
const open = (url: string) => app.inject({ method: 'GET', url })
const statusOf = async (url: string) => (await open(url)).statusCode
const audited = async (action: string, subject: string) =>
  db
    .selectFrom('audit_log')
    .select(['actor_id', 'before', 'after'])
    .where('action', '=', action)
    .where('subject', '=', subject)
    .execute()
const tampered = (url: string, at: number) =>
  `${url.slice(0, at)}${url[at] === 'A' ? 'B' : 'A'}${url.slice(at + 1)}`

test('S19 refuses an entry of another category by its ID', async () => {
  proves('call apply/info', 'call subjudges/score', 'story S19')
  const own = await judged()
  const foreign = await judged(elsewhere.id)
  await jury.assign(own, [sub])

  const refusals = [
    await juror.answer(entries.info, { apply_order_id: foreign.id }),
    await juror.answer(subjudges.score, { apply_order_id: foreign.id, items: [], version: 0 }),
    await juror.answer(jurySeat.reportIdentity, { apply_order_id: foreign.id, note: 'A name' }),
  ]
  // A missing entry gets the same refusal.
  const missing = await juror.answer(entries.info, { apply_order_id: '42' })
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({ code: 403, msg: missing.msg, data: missing.data })
  }
  expect(await audited('jury.refused', foreign.id)).toEqual(
    refusals.map(() => ({ actor_id: sub.id, before: null, after: null })),
  )

  const sheet = await infoOf(juror, own.id)
  expect(sheet).toMatchObject({ judging_no: own.judging_no, is_blind: true })
  const text = JSON.stringify(sheet)
  for (const word of scene.words) expect(text.toLowerCase()).not.toContain(word.toLowerCase())
  expect(Object.keys(sheet.answers)).not.toEqual(
    expect.arrayContaining(['designers', 'company', 'client', 'website_url', 'title_local']),
  )
  const [file] = sheet.files
  expect(file).toMatchObject({ original_name: null, credit: null })
  const url = file?.picture?.url ?? ''
  expect(await statusOf(url)).toBe(200)

  // A modified ticket, a storage URL and another file's ID are all refused.
  for (const at of [14, 40, url.length - 3]) expect(await statusOf(tampered(url, at))).toBe(403)
  expect(await statusOf('/files/sheet/abc')).toBe(403)
  const { variants } = await db
    .selectFrom('stored_files')
    .innerJoin('entry_files', 'entry_files.file_id', 'stored_files.id')
    .select('variants')
    .where('apply_order_id', '=', own.id)
    .where('kind', '=', 'cover')
    .executeTakeFirstOrThrow()
  const { key } = (variants as { full: { key: string } }).full
  expect(await statusOf(`/files/${key}`)).toBe(403)
  expect(text + JSON.stringify((await open(url)).headers)).not.toContain(key.slice(12, 30))
})

test('a picture URL expires in an hour, and at once when the juror loses access', async () => {
  proves('story S19')
  const entry = await judged()
  await jury.assign(entry, [sub, colleague])
  const urlOf = async (who: typeof juror) =>
    (await infoOf(who, entry.id)).files[0]?.picture?.url ?? ''
  const [mine, theirs] = [await urlOf(juror), await urlOf(api.as(colleague))]
  expect(mine).not.toBe(theirs)
  expect(await urlOf(juror)).toBe(mine)

  await jury.conflict(entry, sub)
  expect(await statusOf(mine)).toBe(403)
  expect(await statusOf(theirs)).toBe(200)
  await db
    .updateTable('jurors')
    .set({ is_active: false })
    .where('id', '=', colleague.juror_id)
    .execute()
  expect(await statusOf(theirs)).toBe(403)
  await db
    .updateTable('jurors')
    .set({ is_active: true })
    .where('id', '=', colleague.juror_id)
    .execute()
  api.setTime(new Date(Date.now() + 61 * 60_000))
  expect(await statusOf(theirs)).toBe(410)
  api.setTime(new Date())
})

test("a juror reports a visible name; the chair's redaction closes the report", async () => {
  proves(
    'call jury/reportIdentity',
    'call judge/identityReportList',
    'call judge/redaction',
    'call judge/redact',
  )
  const entry = await judged()
  await jury.assign(entry, [sub])
  const apply_order_id = entry.id
  const before = await infoOf(juror, entry.id)
  const image = before.files.find(({ kind }) => kind === 'image')
  const note = 'The name is on the label'
  await juror.call(jurySeat.reportIdentity, { apply_order_id, note, file_id: image?.file_id ?? '' })
  expect(
    await juror.answer(jurySeat.reportIdentity, { apply_order_id, note, file_id: '42' }),
  ).toMatchObject({ code: 422, msg: { file_id: ['Choose pictures of this sheet'] } })

  const open = await chair.call(juryDesk.identityReportList, { state: 'open' })
  expect(open.list).toMatchObject([{ apply_order_id, note, judging_no: entry.judging_no }])
  const desk = await chair.call(juryDesk.redaction, { apply_order_id })
  expect(desk).toMatchObject({ phrases: [], hidden_file_ids: [], version: 0 })
  expect(desk.reports).toMatchObject([{ file_id: image?.file_id, note, closed_at: null }])
  expect(desk.texts.find(({ field }) => field === 'summary')?.text).toMatch(/^A chair by █████/)

  const redaction = { phrases: ['CHÄIR'], hidden_file_ids: [image?.file_id ?? ''], version: 0 }
  expect(await chair.call(juryDesk.redact, { apply_order_id, ...redaction })).toEqual({
    version: 1,
  })
  expect(await chair.answer(juryDesk.redact, { apply_order_id, ...redaction })).toMatchObject({
    code: 409,
    data: { reason: 'VERSION', version: 1 },
  })
  const after = await infoOf(juror, entry.id)
  expect(after.answers.summary).toMatch(/^A █████ by/)
  expect(after.answers.title).toMatch(/^█████ of/)
  expect(after.files.map(({ kind }) => kind)).toEqual(['cover'])
  expect(await statusOf(image?.picture?.url ?? '')).toBe(403)
  const { list } = await juror.call(subjudges.subJuryAwardList, { keyword: 'chair' })
  expect(list.map(({ apply_order_id: id }) => id)).not.toContain(entry.id)
  expect((await chair.call(juryDesk.identityReportList, { state: 'open' })).total).toBe(0)
  expect((await chair.call(juryDesk.identityReportList, { state: 'closed' })).total).toBe(1)
  expect(await audited('jury.redacted', entry.id)).toEqual([
    {
      actor_id: jury.chair.id,
      before: { phrases: 0, hidden_file_ids: [], version: 0 },
      after: { phrases: 1, hidden_file_ids: [expect.any(String)], version: 1, closed_reports: 1 },
    },
  ])

  // The chair sees redacted phrases and hidden pictures, and can restore them.
  const seen = await chair.call(juryDesk.redaction, { apply_order_id })
  expect(seen.files.map(({ is_hidden }) => is_hidden)).toEqual([false, true])
  expect(await statusOf(seen.files[1]?.picture?.url ?? '')).toBe(200)
  await chair.call(juryDesk.redact, { apply_order_id, phrases: [], version: 1 })
  expect((await infoOf(juror, entry.id)).files).toHaveLength(2)
})

test('a report that comes while the sheet is being redacted stays open', async () => {
  proves('call judge/redact')
  const entry = await judged()
  await jury.assign(entry, [sub, colleague])
  const apply_order_id = entry.id
  const report = (note: string, who = juror) =>
    who.call(jurySeat.reportIdentity, { apply_order_id, note })
  const openNotes = async () => {
    const { reports } = await chair.call(juryDesk.redaction, { apply_order_id })
    return reports.filter(({ closed_at }) => closed_at === null).map(({ note }) => note)
  }
  await report('The name is on the label')
  const { reports } = await chair.call(juryDesk.redaction, { apply_order_id })
  const report_ids = reports.map(({ report_id }) => report_id)
  await report('And in the summary', api.as(colleague))
  await chair.call(juryDesk.redact, {
    apply_order_id,
    phrases: ['label'],
    report_ids,
    version: 0,
  })
  expect(await openNotes()).toEqual(['And in the summary'])
  await chair.call(juryDesk.redact, { apply_order_id, phrases: [], report_ids: [], version: 1 })
  expect(await openNotes()).toEqual(['And in the summary'])
  expect((await audited('jury.redacted', entry.id)).map(({ after }) => after)).toMatchObject([
    { closed_reports: 1 },
    { closed_reports: 0 },
  ])
  // A page of an earlier release does not name what it has shown, and closes all.
  await chair.call(juryDesk.redact, { apply_order_id, phrases: [], version: 2 })
  expect(await openNotes()).toEqual([])
})

test('a sheet whose hidden picture the entrant has swapped is redacted further', async () => {
  proves('call judge/redaction', 'call judge/redact')
  const entry = await judged()
  await jury.assign(entry, [sub])
  const apply_order_id = entry.id
  const redaction = () => chair.call(juryDesk.redaction, { apply_order_id })
  const hidden_file_ids = (await redaction()).files.slice(1).map(({ file_id }) => file_id)
  await chair.call(juryDesk.redact, { apply_order_id, phrases: [], hidden_file_ids, version: 0 })
  const [swapped] = await db
    .deleteFrom('entry_files')
    .where('apply_order_id', '=', entry.id)
    .where('kind', '=', 'image')
    .returningAll()
    .execute()
  if (!swapped) throw new Error('The entry has no picture to swap')

  const seen = await redaction()
  expect(seen.hidden_file_ids).toEqual([])
  const more = { apply_order_id, phrases: ['CHÄIR'] }
  const shown = { hidden_file_ids: seen.hidden_file_ids, version: seen.version }
  expect(await chair.call(juryDesk.redact, { ...more, ...shown })).toEqual({ version: 2 })
  // A page that was opened before the swap still names the picture.
  expect(await chair.call(juryDesk.redact, { ...more, hidden_file_ids, version: 2 })).toEqual({
    version: 3,
  })
  // Put back, it is as hidden as before.
  await db.insertInto('entry_files').values(swapped).execute()
  expect((await redaction()).hidden_file_ids).toEqual(hidden_file_ids)
  expect((await infoOf(juror, entry.id)).files.map(({ kind }) => kind)).toEqual(['cover'])
})

test('refuses invalid redactions, and all of them after freezing', async () => {
  const entry = await judged()
  const redact = (input: object) =>
    chair.answer(juryDesk.redact, { apply_order_id: entry.id, phrases: [], version: 0, ...input })
  expect(await redact({ phrases: ['--'] })).toMatchObject({ code: 422 })
  expect(await redact({ hidden_file_ids: ['42'] })).toMatchObject({ code: 422 })
  await jury.enter(7)
  expect(await redact({})).toMatchObject({ code: 423, data: { reason: 'FROZEN' } })
  await jury.enter(3)
  expect(await redact({})).toMatchObject({ code: 200 })
})

test('search and sort order reveal nothing of a redacted title', async () => {
  proves('call subjudges/subJuryAwardList')
  const named = await judged()
  const plain = await jury.entry({ title: 'Zulu lamp', judging_no: '#ZZZZ1' })
  await jury.assign(named, [sub])
  await jury.assign(plain, [sub])
  const listed = async (input: object) =>
    (await juror.call(subjudges.subJuryAwardList, { pageSize: 100, ...input })).list.map(
      ({ apply_order_id: id }) => id,
    )
  for (const keyword of [named.names.last, named.names.last.slice(0, 9), 'Chair of']) {
    expect(await listed({ keyword })).not.toContain(named.id)
  }
  expect(await listed({ keyword: named.judging_no })).toEqual([named.id])
  expect(await listed({ keyword: 'zulu' })).toEqual([plain.id])
  const order = await listed({ sort: 'title' })
  expect(order.indexOf(named.id)).toBeGreaterThan(order.indexOf(plain.id))
})

test("the order of the chair's conflicts reveals nothing of a redacted title", async () => {
  proves('call judge/conflictList')
  const named = await judged()
  const plain = await jury.entry({ title: 'Alpha lamp' })
  for (const entry of [named, plain]) await jury.conflict(entry, colleague)
  for (const sort of ['title', '-title']) {
    const { list } = await chair.call(juryDesk.conflictList, { sort, pageSize: 100 })
    const order = list.map(({ apply_order_id: id }) => id)
    expect(order.indexOf(named.id)).toBeGreaterThan(order.indexOf(plain.id))
  }
})

test("the chair's lists show redacted titles until publication, and full ones after", async () => {
  proves('call judge/identityReportList')
  const entry = await judged()
  await jury.assign(entry, [sub])
  await jury.enter(3)
  await juror.call(jurySeat.reportIdentity, { apply_order_id: entry.id, note: 'A name' })
  const titles = async () => {
    const { list } = await chair.call(juryDesk.identityReportList, { pageSize: 100 })
    return list.filter(({ apply_order_id: id }) => id === entry.id).map(({ title }) => title)
  }
  expect(await titles()).toEqual([expect.stringContaining('█████')])
  await jury.enter(8)
  expect(await titles()).toEqual([expect.stringContaining(entry.names.last)])
})
