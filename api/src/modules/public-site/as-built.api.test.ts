import { sql } from 'kysely'
import type { Endpoint } from '@awards/shared/contract'
import { publication } from '@awards/shared/contract'
import { LANGUAGES } from '@awards/shared/domain'
import { demoApi } from '../../../test/test-api.ts'
import { toPublicPicture } from '../../files/pictures/picture.ts'

const api = await demoApi()
const visitor = api.as(null)

/** What leaves is what the contract makes of it: nothing less, and no field that it does not name. */
async function expectNamed(call: Endpoint, input: object, language: string) {
  const { code, data } = await visitor.answer(call, input, { 'accept-language': language })
  expect(code).toBe(200)
  expect(data).toEqual(call.output.parse(data))
}

describe.each(LANGUAGES)('in %s', (language) => {
  test.each([publication.winnerList, publication.indexWinnerList])(
    '$name holds what the contract names',
    async (call) => {
      const { list } = await visitor.call(call, { pageSize: 100 })
      expect(list.length).toBeGreaterThan(0)
      await expectNamed(call, { pageSize: 100 }, language)
    },
  )

  test('every sheet holds what the contract names', async () => {
    const { list } = await visitor.call(publication.winnerList, { pageSize: 100 })
    for (const { apply_order_id } of list) {
      await expectNamed(publication.winnerInfo, { apply_order_id }, language)
    }
  })
})

test('an entry without pictures, texts and credits is shown with what there is', async () => {
  const { list } = await visitor.call(publication.winnerList, { pageSize: 1 })
  const id = list[0]?.apply_order_id ?? ''
  await api.db.deleteFrom('entry_files').where('apply_order_id', '=', id).execute()
  await api.db
    .updateTable('apply_orders')
    .set({ answers: '{"note_to_the_jury":"not for visitors"}', jury_statement: null })
    .where('id', '=', id)
    .execute()
  await expectNamed(publication.winnerInfo, { apply_order_id: id }, 'en')
  expect(await visitor.call(publication.winnerInfo, { apply_order_id: id })).toMatchObject({
    cover: null,
    images: [],
    credits: [],
    summary: '',
    location: null,
    jury_statement: null,
  })
  await expectNamed(publication.winnerList, { pageSize: 100 }, 'en')
})

test('the database tells of a stored picture what the files tell of it', async () => {
  const avif = { thumb: { key: 'a/b.avif', width: 480, bytes: 9 } }
  await api.db
    .updateTable('stored_files')
    .set(({ ref }) => ({
      variants: sql`${ref('variants')} || ${JSON.stringify({ avif })}::jsonb`,
      colour: null,
    }))
    .where(sql<boolean>`id % 2 = 0 and variants ? 'full'`)
    .execute()
  const rows = await api.db.selectFrom('stored_files').selectAll().execute()
  expect(rows.some(({ public_picture }) => JSON.stringify(public_picture)?.includes('.avif'))).toBe(
    true,
  )
  for (const { public_picture: kept, ...row } of rows) {
    const told = kept && { placeholder: null, ...(kept as object), alt: '' }
    expect(told).toEqual(toPublicPicture(row.id, row, ''))
  }
})
