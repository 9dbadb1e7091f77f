import { demoData, freePort, startSite, type Site } from '../harness/site.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, test } from '../harness/test.ts'

let site: Site
test.afterAll(() => site?.discard())

test(
  'in production nothing is pretended: no wallet and no card service beside the site, no way in for their news',
  fullOnly,
  async () => {
    const port = await freePort()
    const env = {
      MODE: 'production',
      SITE_URL: 'https://site.example',
      SMTP_URL: 'smtp://127.0.0.1:9',
    }
    site = await startSite({ dataDir: await demoData(), port, env })

    await expect(fetch(site.wallet)).rejects.toThrow()
    const told = await fetch(`${site.url}/api/wxpay/notify`, { method: 'POST', body: '{}' })
    expect(told.status).not.toBe(204)
    expect(site.output()).not.toMatch(/wallet|simulat/i)
  },
)
