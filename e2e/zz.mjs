import { chromium } from '@playwright/test'
const b = await chromium.launch({
  executablePath: '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox'],
})
const login = await fetch('http://localhost:8090/api/user/login', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: 'organiser@garance.example.org', password: 'Garance-Demo-2027!' }),
})
const { data } = await login.json()
const token = data.token
const call = async (path, body) =>
  await (
    await fetch('http://localhost:8090/api/' + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer ' + token },
      body: JSON.stringify(body),
    })
  ).json()
for (const [lang, size, dark] of [
  ['fr', { width: 1440, height: 1000 }, true],
  ['zh', { width: 390, height: 844 }, false],
]) {
  const c = await b.newContext({
    viewport: size,
    colorScheme: dark ? 'dark' : 'light',
    locale: lang,
  })
  await c.addCookies([{ name: 'language', value: lang, url: 'http://localhost:8090' }])
  const p = await c.newPage()
  await p.goto('http://localhost:8090/login')
  await p.evaluate((t) => {
    for (const k of Object.keys(localStorage)) console.log(k)
  }, token)
  await p.locator('input[type=email]').first().fill('organiser@garance.example.org')
  await p.locator('input[type=password]').first().fill('Garance-Demo-2027!')
  await p.keyboard.press('Enter')
  await p.waitForTimeout(4000)
  p.on('pageerror', (e) => console.log('error', e.message))
  const base = 'http://localhost:8090/organiser?view='
  const go = async (name, address) => {
    await p.goto(base + address)
    await p.waitForTimeout(1800)
    await p.screenshot({ path: `/tmp/h/looks/${lang}-${name}.png`, fullPage: true })
    const over = await p.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    if (over > 0) console.log(lang, name, 'overflow', over)
  }
  await go('programme', 'programme')
  const files = await p.evaluate(() =>
    [...document.querySelectorAll('a[href*="file="]')]
      .map((a) => a.getAttribute('href'))
      .filter((h) => !h.includes('new=')),
  )
  const pickOf = (re) => files.find((f) => re.test(decodeURIComponent(f)))
  for (const [name, re] of [
    ['season', /season|edition/],
    ['categories', /categories/],
    ['questions', /questions/],
    ['sections', /sections/],
    ['criteria', /criteria/],
    ['article', /news|article/],
    ['banners', /banners/],
    ['blocks', /blocks/],
    ['faq', /faq/],
    ['press', /press/],
    ['about', /about/],
    ['contact', /contact/],
    ['regulations', /regulations/],
    ['policy', /polic|privacy|legal/],
    ['juror', /jury|juror/],
  ]) {
    const href = pickOf(re)
    if (!href) {
      console.log('none', name)
      continue
    }
    await go('e-' + name, 'x' ? href.replace(/^.*view=/, '') : '')
  }
  await go('mails', 'mails')
  await go('texts', 'mails&part=texts')
  await go('new-broadcast', 'mails&new=1')
  await go('team', 'team')
  await go('audit', 'audit')
  await go('figures', 'figures')
  await go('people', 'people')
  await go('admission', 'admission')
  await c.close()
}
await b.close()
