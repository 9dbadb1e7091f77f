import { chromium } from '@playwright/test'
const { tokenOf, visit } = await import('./src/harness/browser.ts')
const site = { url: 'http://localhost:9390' }
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell' })
const token = await tokenOf(site, process.argv[2] ?? 'info@aoiworks.example.org')
const list = await (await fetch(site.url + '/api/apply/myEntries?current=1&pageSize=20', { headers: { token } })).json().catch(() => null)
console.log(JSON.stringify(list)?.slice(0, 600))
for (const [w, h] of [[1440, 900], [390, 844]]) {
  const c = await visit(b, site, undefined, { viewport: { width: w, height: h } })
  const p = await c.newPage()
  await p.goto('/cookies'); await p.locator('input[type=checkbox]:enabled').waitFor()
  await p.locator('input[type=checkbox]').scrollIntoViewIfNeeded(); await p.locator('input[type=checkbox]').click(); await p.waitForTimeout(300)
  await p.screenshot({ path: `/tmp/shot-cookies-${w}.png` })
  await p.goto('/login'); await p.waitForTimeout(2500); await p.screenshot({ path: `/tmp/shot-login-${w}.png` })
  await p.goto('/winners'); await p.waitForTimeout(1000)
  const href = await p.locator('main a[href^="/winners/"]').first().getAttribute('href')
  await p.goto(href); await p.getByText('Generative tools').scrollIntoViewIfNeeded(); await p.screenshot({ path: `/tmp/shot-winner-${w}.png` })
  await c.close()
}
await b.close()
