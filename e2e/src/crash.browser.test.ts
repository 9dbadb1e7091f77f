import { killBoth, people, workUntilKilled } from './crash/people.ts'
import { proveNothingLost } from './crash/proof.ts'
import { demoData, freePort, startSite, type Site } from './harness/site.ts'
import { fullOnly } from './harness/scale.ts'
import { expect, test } from './harness/test.ts'

const KILLS = 20

let site: Site
test.afterAll(() => site?.discard())

test(`${KILLS} kills lose nothing that was confirmed, and repeat nothing`, fullOnly, async () => {
  const port = await freePort()
  const dataDir = await demoData()
  site = await startSite({ dataDir, port })
  const everybody = await people(site)

  for (let round = 1; round <= KILLS; round += 1) {
    const current = site
    const kill = () => (round % 3 === 0 ? killBoth(current) : current.kill())
    await workUntilKilled(everybody, kill)
    site = await startSite({ dataDir, port })
    await everybody.juror.verify()
  }

  const confirmed = await proveNothingLost(site, everybody)
  console.log(`${KILLS} kills. Confirmed: ${JSON.stringify(confirmed)}`)
  expect(confirmed.works).toBeGreaterThan(0)
})
