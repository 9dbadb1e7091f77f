import { existsSync } from 'node:fs'
import { entries } from '@awards/shared/contract'
import { tokenOf } from '../../e2e/src/harness/browser.ts'
import { ACCOUNTS } from '../../e2e/src/harness/accounts.ts'
import { startSite } from '../../e2e/src/harness/site.ts'
import { demoFolder, QUIET } from './demo.ts'
import { openLine } from './line.ts'
import { numbers } from './options.ts'
import type { Drill } from './outcome.ts'

const LIBRARIES = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`,
)
/** The machine's clock for each start, against the true time. */
const JUMPS = ['+0', '+1d', '-1d', '+0']

/** The whole machine's clock jumps by a day between two starts, and past the end of the call. */
export const run: Drill = async (args) => {
  numbers(args, {})
  const library = LIBRARIES.find((path) => existsSync(path))
  if (!library)
    throw new Error('This drill needs libfaketime. Install it: apt-get install faketime')
  const dataDir = await demoFolder()
  const figures: Record<string, string> = {}
  let holds = true
  let known: string | undefined

  async function startedAt(offset: string, check: (site: { url: string }) => Promise<string>) {
    const env = { ...QUIET, LD_PRELOAD: library ?? '', FAKETIME: offset }
    const site = await startSite({ dataDir, env })
    try {
      return await check(site)
    } finally {
      await site.stop()
    }
  }

  for (const [index, offset] of JUMPS.entries()) {
    const said = await startedAt(offset, async (site) => {
      const token = await tokenOf(site as never, ACCOUNTS[0])
      const line = openLine(site.url)
      const { code, data } = await line.call(entries.entryList, {}, token)
      line.close()
      const { list } = data as { list: { apply_order_id: string }[] }
      const ids = list
        .map(({ apply_order_id }) => apply_order_id)
        .sort()
        .join()
      holds &&= code === 200 && (known === undefined || known === ids)
      known = ids
      return `signs in, ${list.length} entries`
    })
    figures[`start ${index + 1}, clock ${offset}`] = said
  }
  return { holds, figures }
}
