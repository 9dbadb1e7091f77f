import { CHAIR } from '../e2e/src/journey/judge.ts'
import { plantEntries } from '../e2e/src/jury/plant-entries.ts'
import { tokenOf } from '../e2e/src/harness/browser.ts'
import { benchSite } from './common/bench-site.ts'
import { round, spread } from './common/figures.ts'
import { isQuick, keep, numbers, spreadFigure } from './common/results.ts'

// The chair's board of one category with 2,000 entries of five votes each, not frozen: how long a page takes at the
// server, the first and the last.
const ENTRIES = Number(numbers[0] ?? (isQuick ? 500 : 2_000))
const ASKED = isQuick ? 3 : 15
const PAGE = 100
const LIMIT_MS = 1_000

type Board = { entries: { apply_order_id: string }[]; total: number }
type List = { list: { apply_order_id: string; category: { id: string } }[] }

const site = await benchSite()

async function ask<T>(token: string, path: string): Promise<T> {
  const response = await fetch(`${site.url}/api/judge/${path}`, { headers: { token } })
  const { code, msg, data } = (await response.json()) as { code: number; msg: unknown; data: T }
  if (code !== 200) throw new Error(`${path}: ${JSON.stringify(msg)}`)
  return data
}

try {
  const token = await tokenOf(site, CHAIR)
  const { list } = await ask<List>(token, 'judgeEntryList?pageSize=100&entry_status=40')
  const [model] = list
  if (!model) throw new Error('The demo programme has no entry in judging')
  console.log(`Planting ${ENTRIES} entries …`)
  await plantEntries(site, ENTRIES, model.apply_order_id)
  const pageOf = (current: number) =>
    ask<Board>(token, `board?category_id=${model.category.id}&current=${current}&pageSize=${PAGE}`)
  const { total } = await pageOf(1)
  const waits: Record<'first' | 'last', number[]> = { first: [], last: [] }
  for (let turn = 0; turn < ASKED; turn += 1) {
    for (const [name, current] of [
      ['first', 1],
      ['last', Math.ceil(total / PAGE)],
    ] as const) {
      const begin = performance.now()
      await pageOf(current)
      waits[name].push(round(performance.now() - begin))
    }
  }
  const figure = (name: 'first' | 'last') =>
    spreadFigure(
      { bar: 'P5', name: `the ${name} page of the board`, unit: 'ms', limit: LIMIT_MS },
      spread(waits[name]),
    )
  keep('board', [figure('first'), figure('last')], { total, waits })
} finally {
  await site.stop()
}
