import {
  documents,
  entries,
  judge,
  judgeAdded,
  publication,
  publicationAdded,
  scoreSheets,
} from '@awards/shared/contract'
import { sql } from 'kysely'
import { demoApi } from '../../../test/test-api.ts'
import { PictureVariants, pictureAddress } from '../../files/pictures/picture.ts'

const api = await demoApi()
const { id: edition_id } = await rowOf('editions', 'code', 'GA26-2')
const chair = api.as(await rowOf('users', 'email', 'president@jury.example.org'))
const visitor = api.as(null)
const judging = await api.db
  .selectFrom('apply_orders')
  .select(['id', 'user_id', 'entry_no', 'title'])
  .where('edition_id', '=', edition_id)
  .where('entry_status', '=', 40)
  .orderBy('id')
  .execute()
const ids = judging.map(({ id }) => id)
const owners = [...new Set(judging.map(({ user_id }) => user_id))]
const [unlicensed = '', disputed = ''] = ids
const PATIENCE = 120_000

async function rowOf(table: 'editions' | 'users', column: 'code' | 'email', value: string) {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where ${sql.ref(column)} = ${value}`.execute(api.db)
  if (!rows[0]) throw new Error(`There is no ${value}`)
  return rows[0]
}

async function enter(phase: number) {
  const { id } = await api.db
    .selectFrom('phases')
    .select('id')
    .where('edition_id', '=', edition_id)
    .where('phase', '=', phase)
    .executeTakeFirstOrThrow()
  const change = { phase_id: id, reason: 'The calendar of the jury' }
  const dry = { ...change, dry_run: true }
  const { fingerprint: confirmed } = await chair.call(judgeAdded.changePhase, dry)
  await chair.call(judgeAdded.changePhase, { ...change, confirmed })
}

/** All responses about the edition that entrants and the public can read. */
async function everything() {
  const answers: Record<string, unknown> = {}
  for (const id of owners) {
    const owner = api.as({ id })
    for (const call of [entries.entryList, entries.historyEntryList, entries.awardList]) {
      answers[`${call.name} ${id}`] = await owner.call(call, { pageSize: 100 })
    }
  }
  for (const { id, user_id } of judging) {
    const owner = api.as({ id: user_id })
    answers[`info ${id}`] = await owner.call(entries.info, { apply_order_id: id })
    answers[`certificate ${id}`] = await codeOf(owner, id)
    answers[`sheet ${id}`] = (
      await owner.answer(scoreSheets.scoreSheet, { apply_order_id: id })
    ).code
    answers[`winner ${id}`] = (
      await visitor.answer(publication.winnerInfo, { apply_order_id: id })
    ).code
  }
  answers['winners'] = await visitor.call(publication.winnerList, { pageSize: 100 })
  for (const url of ['/sitemap.xml', '/rss.xml', ...(await pictures())]) {
    answers[url] = await read(url)
  }
  answers['mails'] = await mailCount()
  return withoutSignatures(answers)
}

/** Removes expiry and signature from file links: the expiry is rounded to five minutes and may change between two reads. */
const withoutSignatures = (answers: Record<string, unknown>) =>
  JSON.parse(JSON.stringify(answers).replace(/\?e=\d+&s=[\w-]+/g, '')) as Record<string, unknown>

const codeOf = async (owner: typeof visitor, id: string) =>
  (await owner.answer(documents.printCertPdf, { apply_order_id: id })).code

async function read(url: string) {
  await api.context.publicCache.settle()
  const { statusCode, body } = await api.app.inject({ url })
  return { statusCode, body: url.startsWith('/pictures') ? '' : body }
}

/** URLs that an attacker with every ID and hash could guess. */
async function pictures(of: readonly string[] = ids) {
  const files = await api.db
    .selectFrom('entry_files')
    .innerJoin('stored_files as file', 'file.id', 'entry_files.file_id')
    .select(['file.id', 'file.variants'])
    .where('apply_order_id', 'in', of)
    .where('kind', '!=', 'pdf')
    .execute()
  return files.map(({ id, variants }) =>
    pictureAddress(id, 'full', PictureVariants.parse(variants).full.key),
  )
}

const mailCount = async () =>
  Number(
    (
      await api.db
        .selectFrom('mail_outbox')
        .select(({ fn }) => fn.countAll().as('mails'))
        .where('template', 'in', ['results_published', 'results_not_awarded'])
        .executeTakeFirstOrThrow()
    ).mails,
  )

const verify = async (id: string) => {
  const { number } = await api.db
    .selectFrom('certificates')
    .select('number')
    .where('apply_order_id', '=', id)
    .executeTakeFirstOrThrow()
  return visitor.call(publicationAdded.verifyCertificate, { number })
}
const winnerCode = async (id: string) =>
  (await visitor.answer(publication.winnerInfo, { apply_order_id: id })).code
const ownerOf = (id: string) => api.as({ id: judging.find((one) => one.id === id)?.user_id ?? '' })

beforeAll(async () => {
  await sql`update apply_orders set answers = answers || '{"image_licence_consent": true}'
    where id = any(${ids}::bigint[]) and id <> ${unlicensed}`.execute(api.db)
  await sql`update apply_orders set answers = answers - 'image_licence_consent'
    where id = ${unlicensed}`.execute(api.db)
})

test(
  'S24 embargo: nothing outside the jury changes while decisions are taken and frozen',
  async () => {
    proves('story S24')
    expect(ids).toHaveLength(14)
    const before = await everything()
    expect(JSON.stringify(before['winners'])).toContain('Ondine')

    const gold = await sql<{ id: string }>`select id from award_levels where code = 'gold'`.execute(
      api.db,
    )
    await sql`update apply_orders set award_id = ${gold.rows[0]?.id}, decision_status = 3,
      decision_version = 2 where id = any(${ids}::bigint[])`.execute(api.db)
    await enter(7)
    await chair.call(judgeAdded.publish, { edition_id, dry_run: true })

    expect(await everything()).toEqual(before)
    expect(before['mails']).toBe(0)
    expect(before[`certificate ${disputed}`]).toBe(423)
    expect(before[`sheet ${disputed}`]).toBe(423)
    for (const address of await pictures()) {
      expect(before[address]).toMatchObject({ statusCode: 404 })
    }
  },
  PATIENCE,
)

test(
  'S24 publication: two concurrent requests publish once, with every result',
  async () => {
    proves('call judge/publish', 'story S24')
    const publish = () => chair.call(judgeAdded.publish, { edition_id })
    const answers = await Promise.all([publish(), publish()])

    expect(answers.map(({ awarded }) => awarded).toSorted((a, b) => a - b)).toEqual([0, 14])
    expect(answers.find(({ awarded }) => awarded === 14)).toMatchObject({
      shown: 13,
      certificates: 14,
      skipped: [{ id: unlicensed, reason: 'NO_LICENCE' }],
    })
    const { list } = await visitor.call(publication.winnerList, { pageSize: 100, edition_id })
    expect(list.map(({ apply_order_id }) => apply_order_id).toSorted()).toEqual(
      ids.filter((id) => id !== unlicensed).toSorted(),
    )
    const { body: map } = await read('/sitemap.xml')
    expect(map).toContain(`/winners/${disputed}<`)
    expect(map).not.toContain(`/winners/${unlicensed}<`)
    for (const address of await pictures([disputed])) {
      expect(await read(address)).toMatchObject({ statusCode: 200 })
    }
    const { list: won } = await ownerOf(disputed).call(entries.awardList, { pageSize: 100 })
    expect(won.find(({ apply_order_id }) => apply_order_id === disputed)).toMatchObject({
      entry_status: 60,
      winner_fee_status: 1,
      award: { code: 'gold' },
    })
    expect(await verify(disputed)).toMatchObject({ status: 'valid' })
    expect(await codeOf(ownerOf(disputed), disputed)).toBe(200)
    expect(await mailCount()).toBe(14)
    const dry = await chair.call(judgeAdded.publish, { edition_id, dry_run: true })
    expect(dry).toMatchObject({ awarded: 0, not_awarded: 0, changes: [] })
  },
  PATIENCE,
)

test(
  'S24 showing: a batch lists skipped entries; a dispute hides an entry everywhere until it is closed',
  async () => {
    proves('call judge/batchShow', 'call judge/isShow', 'story S24')
    const batch = (is_show: boolean) =>
      chair.call(judge.batchShow, { apply_order_ids: ids, is_show, reason: 'A look at the pages' })
    expect((await batch(false)).updated).toHaveLength(14)
    const { updated, skipped } = await batch(true)
    expect(updated).toHaveLength(13)
    expect(skipped).toEqual([{ id: unlicensed, reason: 'NO_LICENCE' }])

    const show = (is_show: boolean) =>
      chair.call(judge.isShow, {
        apply_order_id: disputed,
        is_show,
        reason: 'A dispute about the rights',
      })
    await show(false)
    expect(await winnerCode(disputed)).toBe(404)
    expect(await verify(disputed)).toMatchObject({ status: 'suspended' })
    expect(
      await ownerOf(disputed).answer(documents.printCertPdf, { apply_order_id: disputed }),
    ).toMatchObject({ code: 403, data: { reason: 'SUSPENDED' } })
    for (const address of await pictures([disputed])) {
      expect(await read(address)).toMatchObject({ statusCode: 404 })
    }
    expect((await read('/sitemap.xml')).body).not.toContain(`/winners/${disputed}<`)

    await show(true)
    expect(await winnerCode(disputed)).toBe(200)
    expect(await verify(disputed)).toMatchObject({ status: 'valid' })
    expect(await codeOf(ownerOf(disputed), disputed)).toBe(200)
  },
  PATIENCE,
)
