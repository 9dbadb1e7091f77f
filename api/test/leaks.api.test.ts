import { account, ALL_CALLS, judge, subjudges } from '@awards/shared/contract'
import type { Endpoint } from '@awards/shared/contract'
import { isRefusal, permissionOf } from '@awards/shared/domain'
import type { CallName, Identity } from '@awards/shared/domain'
import { openSession } from '../src/modules/accounts/session-token.ts'
import { findPlanted } from './find-planted.ts'
import { identityScene, PLANTED } from './identity-scene.ts'
import { jurySetting } from './jury-setting.ts'
import type { PermissionFixture, Subject } from './permission-fixture.ts'
import { PROGRAMME } from './payment-scene.ts'
import { SAMPLES } from './permission-inputs.ts'
import { testApi } from './test-api.ts'

/*
 * As each kind of juror: every call of the contract, every page of every list, every file, every archive and the copy of
 * the own data. The bytes contain no identity of entrants, no entry out of scope and no comments of other jurors.
 */
const api = await testApi()
const { db, build, app, context } = api
const jury = await jurySetting(api)
const scene = identityScene(api, jury)
const elsewhere = await build.category({ code: 'ELS' })
const [sub] = jury.first
const [second] = jury.second
if (!sub || !second) throw new Error('The jury has no jurors')

const mine = await scene.entry({ judging_no: '#AAAA1', isSeen: true })
const other = await scene.entry({ judging_no: '#AAAA2', isSeen: true })
const foreign = await scene.entry({
  judging_no: `#${scene.word('no')}`,
  isSeen: false,
  category_id: elsewhere.id,
})
const conflicted = await scene.entry({ judging_no: `#${scene.word('no')}`, isSeen: false })
const plainChair = await build.juror(1, { capabilities: ['can_score', 'can_download'] })
const deskChair = await build.juror(1, {
  capabilities: ['can_score', 'can_download', 'can_assign', 'can_publish'],
})
for (const entry of [mine, other, conflicted]) {
  await jury.assign(entry, [sub])
  await jury.assign(entry, [second], 3)
  await scene.otherVote(entry, 2, 61.37)
  await scene.otherVote(entry, 3, 83.19)
}
for (const juror of [sub, second, plainChair, deskChair]) await jury.conflict(conflicted, juror)
// Scored by everybody: jurors find it on the agenda, and read its thread.
const discussed = await scene.entry({ judging_no: '#AAAA3', isSeen: true })
await jury.vote(discussed, sub, 71.25)
await jury.vote(discussed, second, 73.75, 3)
const speaker = await scene.otherVote(discussed, 2, 41.25)
const hidden = await db
  .selectFrom('entry_files')
  .select('file_id')
  .where('apply_order_id', '=', other.id)
  .where('kind', '=', 'image')
  .execute()
await db
  .insertInto('redactions')
  .values({
    apply_order_id: other.id,
    phrases: ['a chair'],
    hidden_file_ids: hidden.map(({ file_id }) => file_id),
    by_user_id: deskChair.id,
  })
  .execute()

const { edition, section, category, award } = await build.programme()
await db
  .insertInto('site_documents')
  .values({ code: 'programme', document: JSON.stringify(PROGRAMME) })
  .execute()
// Threads on the agenda: titles, comments, reasons and summaries that name the entrant, by nobody who reads them here.
const entries = [mine, other, foreign, conflicted, discussed]
for (const [position, { id }] of entries.entries()) {
  const { answers, edition_id } = await db
    .selectFrom('apply_orders')
    .select(['answers', 'edition_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const text = `We agree on ${(answers as { summary: string }).summary}`
  const at = context.clock()
  const opened = { opened_by: deskChair.id, opened_at: at, begun_at: at }
  await db
    .insertInto('deliberations')
    .values({ apply_order_id: id, edition_id, position, summary: text, ...opened })
    .execute()
  const comment = { apply_order_id: id, juror_id: speaker.juror_id, level: 2, body: text, at }
  const hidden_by = { hidden_at: at, hidden_by: deskChair.id, hidden_reason: text }
  await db.insertInto('deliberation_comments').values(comment).execute()
  await db
    .insertInto('deliberation_comments')
    .values({ ...comment, ...hidden_by })
    .execute()
}
const subjectOf = (id: string): Subject => ({
  judging: id,
  draft: id,
  spare: id,
  awarded: id,
  leaving: id,
  recused: id,
  conflict: id,
  order_no: 'NONE',
})
const people = { 0: mine.owner, 1: plainChair, 2: sub, 3: second }
const fixture = {
  people,
  edition,
  section,
  category,
  award,
  own: subjectOf(mine.id),
  foreign: subjectOf(foreign.id),
} as PermissionFixture

// Skipped: calls that end the session, the seat or the scope of the caller. Reads come before writes.
const LAST = [
  'user/logout',
  'user/endSessions',
  'user/erase',
  'user/changePassword',
  'jury/declareConflict',
]
const CALLS = ALL_CALLS.filter(({ name }) => !LAST.includes(name)).toSorted(
  (one, two) => Number(one.method !== 'GET') - Number(two.method !== 'GET'),
)
const ADDRESS = /\/(?:files|pictures)\/[^"\\\s<>]+/g

type Seen = { what: string; bytes: Buffer }

/** Every answer and file that a person can fetch. */
async function crawl(person: { id: string }, identity: Identity): Promise<Seen[]> {
  const seen: Seen[] = []
  const addresses = new Set<string>()
  const { token } = await openSession(db, person.id, context.clock())
  async function ask(call: Endpoint, input: Record<string, unknown>) {
    await db.deleteFrom('rate_limits').execute()
    const isGet = call.method === 'GET'
    const query = new URLSearchParams(
      Object.entries(input).map(([key, value]) => [key, String(value)]),
    )
    const response = await app.inject({
      method: call.method,
      url: isGet ? `${call.path}?${query}` : call.path,
      headers: { token, ...(isGet ? {} : { 'content-type': 'application/json' }) },
      ...(isGet ? {} : { payload: JSON.stringify(input) }),
    })
    const what = `${call.name} ${JSON.stringify(input)}`
    seen.push({ what, bytes: response.rawPayload })
    seen.push({ what: `${what} (head)`, bytes: Buffer.from(JSON.stringify(response.headers)) })
    for (const [address] of response.payload.matchAll(ADDRESS)) addresses.add(address)
    return response.json<{ code: number; data: { total?: number } | null }>()
  }

  for (const call of CALLS) {
    const name = call.name as CallName
    if (isRefusal(permissionOf(name, identity))) continue
    for (const entry of entries) {
      const input = SAMPLES[name].input(fixture, subjectOf(entry.id))
      await ask(call, input)
      if (SAMPLES[name].about === 'none') break
    }
    if (!name.endsWith('List')) continue
    for (const sort of ['', 'title', '-mean', 'entry_no']) {
      for (let current = 1; current <= 5; current += 1) {
        const narrowed = { current, pageSize: 1, ...(sort && { sort }) }
        const { data } = await ask(call, {
          ...SAMPLES[name].input(fixture, fixture.own),
          ...narrowed,
        })
        if (current >= (data?.total ?? 0)) break
      }
    }
  }
  if (identity === 1) {
    for (const ids of [[mine, other], entries]) {
      await ask(judge.batchDownloadZip, { ids: ids.map(({ id }) => id).join(',') })
    }
  }
  for (const url of addresses) {
    const { rawPayload, headers } = await app.inject({ method: 'GET', url })
    seen.push({ what: url, bytes: rawPayload })
    seen.push({ what: `${url} (head)`, bytes: Buffer.from(JSON.stringify(headers)) })
  }
  return seen
}

const leaksIn = (seen: readonly Seen[], words: readonly string[]) =>
  seen.flatMap(({ what, bytes }) =>
    findPlanted(bytes, words).map((found) => `${what.slice(0, 120)}: ${found}`),
  )

/** Agenda and threads are read, and their texts are in no other answer, file or archive. */
function expectThreads(seen: readonly Seen[], least: number) {
  const withText = seen.filter(({ bytes }) => bytes.includes('We agree on'))
  expect(withText.length).toBeGreaterThanOrEqual(least)
  const isThread = ({ what }: Seen) => what.startsWith('jury/deliberation ')
  expect(withText.filter((one) => !isThread(one)).map(({ what }) => what)).toEqual([])
  expect(leaksIn(withText, [foreign.id, conflicted.id])).toEqual([])
  const agendas = seen.filter(({ what }) => what.startsWith('jury/agenda '))
  expect(agendas.some(({ bytes }) => bytes.includes(discussed.id))).toBe(true)
}

const sealed = (seen: readonly Seen[]) =>
  seen.filter(({ what }) => what.startsWith('/files/sheet/') && !what.endsWith('(head)'))

describe('what jurors can read identifies no entrant', () => {
  beforeEach(() => proves('story S19', 'security 59', 'security 37'))

  test('plants two hundred words, and finds a word in any case and encoding', () => {
    expect(scene.words.length).toBeGreaterThanOrEqual(200)
    const word = PLANTED.identity
    for (const bytes of [
      Buffer.from(`a${word}1`),
      Buffer.from(word.toUpperCase()),
      Buffer.from(`${word}1`, 'utf16le'),
      Buffer.from(Buffer.from(`x${word}12`).toString('base64')),
      Buffer.from(Buffer.from(`xy${word}12`).toString('base64url')),
      Buffer.from(Buffer.from(`${word}12`).toString('hex')),
    ]) {
      expect(findPlanted(bytes, [word])).toHaveLength(1)
    }
    expect(findPlanted(Buffer.from('nothing of the kind'), [word])).toEqual([])
  })

  test.each([
    ['a juror of the first level', sub, 2, 3],
    ['a juror of the second level', second, 3, 5],
    ['a juror of the second level in deliberation', second, 3, 6],
  ] as const)('%s', async (_who, person, identity, phase) => {
    await jury.enter(phase)
    const seen = await crawl(person, identity)

    const leaks = leaksIn(seen, [PLANTED.identity, PLANTED.jurors])
    // In deliberation jurors see the names and the scores of their colleagues, never their comments.
    const isColleague = (leak: string) => phase === 6 && /"Vexilor\d+juror"/.test(leak)
    expect(leaks.filter((leak) => !isColleague(leak))).toEqual([])
    const scores = leaksIn(seen, ['61.37', '83.19'])
    const isOfDerivation = (leak: string) => leak.startsWith('apply/figureDerivation')
    expect(scores.filter((leak) => phase !== 6 || !isOfDerivation(leak))).toEqual([])
    expect(leaksIn(seen, [foreign.id, conflicted.id]).filter((leak) => !isEchoed(leak))).toEqual([])
    expectThreads(seen, 1)
    expect(sealed(seen).length).toBeGreaterThanOrEqual(6)
    for (const { bytes } of sealed(seen)) expect(bytes.subarray(0, 4).toString()).toBe('RIFF')
  })

  // The palette of the desk has no calls of its own: entries come from the lists by `keyword`, jurors from the workload.
  test.each([
    ['a juror of the first level', sub, subjudges.subJuryAwardList, 3],
    ['a juror of the second level', second, subjudges.secondLevelJudgeAwardList, 5],
    ['a chair', plainChair, judge.judgeEntryList, 3],
    ['a chair who assigns and publishes', deskChair, judge.judgeEntryList, 3],
  ] as const)(
    'the palette of %s finds nothing by a word that identifies',
    async (_who, person, list, phase) => {
      await jury.enter(phase)
      // Jurors see their own seats of any season; the chair's table stands for one.
      const season = list === judge.judgeEntryList ? { edition_id: jury.edition.id } : {}
      const found = async (keyword: string) => {
        await db.deleteFrom('rate_limits').execute()
        return (await api.as(person).call(list, { keyword, pageSize: 7, ...season })).total
      }
      // What is in the list is found, with the sign that stands before a number on screen and without it.
      expect(await found('#AAAA1')).toBe(1)
      expect(await found('AAAA1')).toBe(1)
      const numbers: readonly string[] = [mine, other, discussed].map(({ entry_no }) => entry_no)
      const leaks: string[] = []
      for (const word of scene.words) {
        // The public entry number stands in the chair's table.
        if (numbers.includes(word) && list === judge.judgeEntryList) continue
        if ((await found(word)) > 0) leaks.push(word)
      }
      expect(leaks).toEqual([])
    },
  )

  test.each([
    ['a chair', plainChair],
    ['a chair who assigns and publishes', deskChair],
  ] as const)('%s in a blind phase', async (_who, person) => {
    await jury.enter(3)
    const seen = await crawl(person, 1)
    const numbers = [mine, other, discussed].map(({ entry_no }) => entry_no)

    // The chair's table shows the public entry number, and no other identifying word.
    expect(
      leaksIn(seen, [PLANTED.identity]).filter((leak) => !numbers.some((no) => leak.includes(no))),
    ).toEqual([])
    const zips = seen.filter(
      ({ what }) => what.startsWith('/files/zip') && !what.endsWith('(head)'),
    )
    expect(zips.length).toBeGreaterThanOrEqual(3)
    for (const { bytes } of zips) expect(bytes.subarray(0, 2).toString()).toBe('PK')
    expect(leaksIn(zips, [PLANTED.identity])).toEqual([])
    // Threads are read, with what names the entrant redacted; those of a conflict and of another panel are not.
    expectThreads(seen, 3)
  })

  // The last one: the jobs that make the copies also clean up what the others read.
  test.each([
    ['a juror of the first level', sub],
    ['a juror of the second level', second],
    ['a chair', plainChair],
  ] as const)('the copy of the own data of %s', async (_who, person) => {
    const as = api.as(person)
    await as.answer(account.requestExport, {})
    await context.jobs.drain()
    const { url } = await as.call(account.export, {})
    const { rawPayload } = await app.inject({ method: 'GET', url: url ?? '' })
    expect(rawPayload.includes('data.json')).toBe(true)
    // It names the own conflict by the judging number (decision 17), which is a planted word here.
    const copy = rawPayload.toString('latin1').replaceAll(conflicted.judging_no, '#own')
    const seen = [{ what: 'copy', bytes: Buffer.from(copy, 'latin1') }]
    expect(leaksIn(seen, [PLANTED.identity, PLANTED.jurors, 'We agree on'])).toEqual([])
  })
})

/** An error may echo the requested id. */
const isEchoed = (leak: string) => leak.includes('"code":4')
