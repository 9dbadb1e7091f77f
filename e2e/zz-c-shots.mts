// @ts-nocheck
import { chromium } from '@playwright/test'
import { findings } from './src/harness/axe.ts'
const [base, out, only, run] = process.argv.slice(2)
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] })
const r = await fetch(base + '/api/user/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: 'organiser@garance.example.org', password: 'Garance-Demo-2027!' }) })
const token = (await r.json()).data.token
const views = { mails: '?view=mails', new: '?view=mails&new=1&text=extended', texts: '?view=mails&part=texts', text: '?view=mails&part=texts&mail=jury_reminder', figures: '?view=figures' }
const runs = [['en', 1440, false], ['fr', 1440, false], ['zh', 1440, false], ['en', 390, false], ['fr', 390, false], ['zh', 390, false], ['en', 1440, true], ['fr', 390, true]]
for (const [lang, width, dark] of runs) {
  if (run && run !== `${lang}-${width}${dark ? '-dark' : ''}`) continue
  const ctx = await browser.newContext({ viewport: { width, height: 900 }, baseURL: base, reducedMotion: 'reduce', colorScheme: dark ? 'dark' : 'light', hasTouch: width < 500, isMobile: width < 500 })
  await ctx.addCookies([{ name: 'language', value: lang, url: base }])
  await ctx.addInitScript((v) => localStorage.setItem('token', v), token)
  for (const [name, query] of Object.entries(views)) {
    if (only && only !== 'all' && !only.split(',').includes(name)) continue
    const page = await ctx.newPage()
    page.on('pageerror', (e) => console.log(name, 'ERR', e.message.slice(0, 200)))
    await page.goto('/organiser' + query)
    await page.waitForSelector('h1:not([data-waiting])', { timeout: 60000 }).catch(() => console.log(name, 'no h1'))
    await page.waitForFunction(() => document.documentElement.hasAttribute('data-settled'), null, { timeout: 8000 }).catch(() => {})
    await page.waitForTimeout(900)
    await page.screenshot({ path: `${out}/cm-${name}-${lang}-${width}${dark ? '-dark' : ''}.png`, fullPage: true })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    if (wide > 0) console.log(name, lang, width, 'overflow', wide)
    for (const v of await findings(page)) console.log(name, lang, width, dark, 'AXE', v.slice(0, 220))
    await page.close()
  }
  await ctx.close()
}
await browser.close()
console.log('looked')
