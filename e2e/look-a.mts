// @ts-nocheck
import { chromium } from '@playwright/test'
import { findings } from './src/harness/axe.ts'
const base = 'http://localhost:8191'
const out = '/tmp/w/a-shots'
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox'],
})
async function token(email: string) {
  const r = await fetch(base + '/api/user/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Garance-Demo-2027!' }),
  })
  return ((await r.json()) as any).data.token as string
}

const org = await token('organiser@garance.example.org')
const only = process.argv.slice(2)
const H: any = { 1440: 900, 1024: 768, 390: 844 }
async function shot(name, who, path, width, lang, act?, dark = false) {
  name = `${name}-${width}-${lang}${dark ? '-dark' : ''}`
  if (only.length && !only.some((o) => name.includes(o))) return
  const ctx = await browser.newContext({
    viewport: { width, height: H[width] },
    baseURL: base,
    reducedMotion: 'reduce',
    hasTouch: width < 500,
    isMobile: width < 500,
    colorScheme: dark ? 'dark' : 'light',
  })
  await ctx.addCookies([{ name: 'language', value: lang, url: base }])
  await ctx.addInitScript((v) => localStorage.setItem('token', v), who)
  const page = await ctx.newPage()
  page.on('pageerror', (e) => console.log(name, 'ERR', e.message.slice(0, 200)))
  await page.goto(path)
  await page
    .waitForSelector('h1:not([data-waiting])', { timeout: 60000 })
    .catch(() => console.log(name, 'no h1'))
  await page
    .waitForFunction(() => document.documentElement.hasAttribute('data-settled'), null, {
      timeout: 8000,
    })
    .catch(() => {})
  await page.waitForTimeout(700)
  await act?.(page).catch((e: Error) => console.log(name, e.message.slice(0, 150)))
  await page.waitForTimeout(500)
  await page.screenshot({ path: `${out}/${name}.png` })
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  if (wide > 0) console.log(name, 'overflow', wide)
  for (const v of await findings(page)) console.log(name, 'AXE', v.slice(0, 220))
  await ctx.close()
}


const P = '/organiser?view=programme'
const api = async (path, body?) => (await (await fetch(base + '/api/' + path, { method: body ? 'POST' : 'GET', headers: { token: org, 'content-type': 'application/json' }, ...(body && { body: JSON.stringify(body) }) })).json()) as any
const doc = (await api('programme/document?file=' + encodeURIComponent('content/faq.yaml'))).data.document
const next = structuredClone(doc)
next.questions[0].q.en = 'What does it cost to enter, really?'
console.log((await api('programme/save', { file: 'content/faq.yaml', from: doc, document: next })).code)
const review = async (page) => { await page.getByRole('button', { name: /Review the changes|Relire/ }).first().click(); await page.waitForTimeout(900) }
const dialog = async (page) => { await review(page); await page.getByRole('button', { name: /Later|Plus tard/ }).click(); await page.waitForTimeout(700) }
await shot('s-list', org, P, 1440, 'en')
await shot('s-list', org, P, 390, 'fr')
await shot('s-dialog', org, P, 1440, 'en', dialog)
await shot('s-dialog', org, P, 390, 'fr', dialog)
const { data: plan } = await api('programme/plan')
const sched = await api('programme/schedule', { plan: plan.plan, at: new Date(Date.now() + 36e5).toISOString() })
console.log('schedule', sched.code, sched.msg)
await shot('s-waiting', org, P, 1440, 'en')
await shot('s-waiting', org, P, 390, 'fr')
const { data: link } = await api('programme/preview?path=/faq')
const seen = async (page) => { await page.goto(base + link.url); await page.waitForTimeout(3000) }
await shot('s-preview', org, '/contact', 1440, 'en', seen)
await shot('s-preview', org, '/contact', 390, 'fr', seen)
const open = await fetch(base + link.url, { redirect: 'manual' })
const cookie = (open.headers.get('set-cookie') ?? '').split(';')[0]
const page = await fetch(base + '/faq', { headers: { cookie, accept: 'text/html' } })
const html = await page.text()
console.log('doc', page.status, page.headers.get('cache-control'), page.headers.get('x-robots-tag'), html.includes('to enter, really'), html.includes('drafts-note'))
const plain = await (await fetch(base + '/faq', { headers: { accept: 'text/html' } })).text()
console.log('plain', plain.includes('to enter, really'), plain.includes('drafts-note'))
await browser.close()
