import { seededRandom } from '../../api/src/lib/seeded-random.ts'
import { apiClient } from '../../ops/workload/api-client.ts'
import { checkScore } from '../../ops/workload/juror.ts'
import { within } from '../../ops/workload/virtual-users.ts'
import { proveNothingLost } from '../../ops/workload/proof.ts'
import { killWithDatabase, mixedWorkload } from '../../ops/workload/workload.ts'
import { SEED } from '../../tools/testing/scale.ts'
import { DEMO_PASSWORD } from './harness/browser.ts'
import { databaseUrl, query } from './harness/database.ts'
import { fullOnly } from './harness/scale.ts'
import { freePort, loadDemoData, startSite, type Site } from './harness/site.ts'
import { expect, test } from './harness/test.ts'

const KILLS = 20
const WORK_MS = { shortest: 150, longest: 1_200 }
/** What a killed process of several had begun is taken up when its lease has ended. */
const MAIL_OF_REPLICAS_MS = 240_000

let site: Site
test.afterAll(() => site?.discard())

test(`${KILLS} kills lose nothing that was confirmed, and repeat nothing`, fullOnly, async () => {
  const random = seededRandom(`crash ${SEED}`)
  const port = await freePort()
  // A server of its own: the one of the run gives up durability, and others use it.
  const dataDir = await loadDemoData()
  site = await startSite({ dataDir, port })
  const target = { ...site, database: databaseUrl(site) }
  const { log, everybody, killAfter } = await mixedWorkload(target, DEMO_PASSWORD)

  for (let round = 1; round <= KILLS; round += 1) {
    const current = site
    const kill = () => (round % 3 === 0 ? killWithDatabase(current) : current.kill())
    await killAfter(within(random, WORK_MS), Object.values(everybody), kill)
    site = await startSite({ dataDir, port })
    for (const score of log.scores) await checkScore(apiClient(site.url), score)
  }

  const mailWithin = site.replicas.length > 0 ? MAIL_OF_REPLICAS_MS : undefined
  const confirmed = await proveNothingLost(target, log, mailWithin)
  console.log(`${KILLS} kills. Confirmed: ${JSON.stringify(confirmed)}`)
  expect(confirmed['drafts']).toBeGreaterThan(0)

  // The proof is one: it notices what is taken away behind the site's back.
  const entry = log.entries.find(({ created }) => created)?.created?.entry
  const change = `update apply_orders set answers = answers || '{"summary": "Nobody wrote this"}'`
  await query(site, `${change} where id = $1`, [entry])
  await expect(proveNothingLost(target, log)).rejects.toThrow(/Lost: .* has the summary Nobody/)
})
