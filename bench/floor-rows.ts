import type { openDatabase } from '../api/src/db/database.ts'

type Pool = ReturnType<typeof openDatabase>['pool']
const AT_ONCE = 8
const LARGEST_PAGE = 100

export async function dataOf<T>(url: string, headers: Record<string, string> = {}): Promise<T> {
  const { code, data } = (await (await fetch(url, { headers })).json()) as { code: number; data: T }
  if (code !== 200) throw new Error(`${url} answered ${code}`)
  return data
}

type Page = { list: { apply_order_id: string }[]; total: number }

/**
 * Keeps what the site answers, item by item, in a table of its own, so that Fastify can return
 * the same data with one query. Gives the identifiers of the sheets that were kept.
 */
export async function keepAnswers(pool: Pool, site: string, sheets: number): Promise<string[]> {
  await pool.query(
    `create table floor_rows (call text, place int, body json, primary key (call, place))`,
  )
  const put = (call: string, from: number, bodies: unknown[]) =>
    pool.query(
      `insert into floor_rows select $1, $2 + ordinality, value
       from json_array_elements($3::json) with ordinality`,
      [call, from, JSON.stringify(bodies)],
    )
  async function each(count: number, one: (index: number) => Promise<unknown>) {
    let next = 0
    const work = async () => {
      while (next < count) await one(next++)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  }

  const ids: string[] = []
  for (const call of ['winnerList', 'indexWinnerList']) {
    const page = (current: number) =>
      dataOf<Page>(`${site}/api/index/${call}?current=${current}&pageSize=${LARGEST_PAGE}`)
    const { total } = await page(1)
    await each(Math.ceil(total / LARGEST_PAGE), async (index) => {
      const { list } = await page(index + 1)
      if (call === 'winnerList') ids.push(...list.map(({ apply_order_id }) => apply_order_id))
      await put(call, index * LARGEST_PAGE, list)
    })
  }
  const kept = ids.slice(0, sheets)
  await each(kept.length, async (index) => {
    await put('winnerInfo', index, [
      await dataOf(`${site}/api/index/winnerInfo?apply_order_id=${kept[index]}`),
    ])
  })
  return kept
}
