import { chromium } from '@playwright/test'
import { readFileSync } from 'node:fs'
const b = await chromium.launch({
  executablePath: '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox'],
})
for (const [lang, size, dark] of [
  ['fr', { width: 1440, height: 900 }, true],
  ['zh', { width: 390, height: 844 }, false],
]) {
  const texts = JSON.parse(readFileSync(`../mf-organiser/src/locales/${lang}.json`))
  const t = (key) => key.split('.').reduce((o, k) => o?.[k], texts)
  const c = await b.newContext({
    viewport: size,
    colorScheme: dark ? 'dark' : 'light',
    locale: lang,
  })
  await c.addCookies([{ name: 'language', value: lang, url: 'http://localhost:8090' }])
  const p = await c.newPage()
  await p.goto('http://localhost:8090/login')
  await p.locator('input[type=email]').first().fill('organiser@garance.example.org')
  await p.locator('input[type=password]').first().fill('Garance-Demo-2027!')
  await p.keyboard.press('Enter')
  await p.waitForTimeout(4000)
  p.on('pageerror', (e) => console.log('error', e.message))
  const base = 'http://localhost:8090/organiser?view='
  const shot = async (name) => {
    await p.waitForTimeout(900)
    await p.screenshot({ path: `/tmp/h/looks/d-${lang}-${name}.png` })
    const over = await p.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    if (over > 0) console.log(lang, name, 'overflow', over)
  }
  const go = async (a) => {
    await p.goto(base + a)
    await p.waitForTimeout(1800)
  }
  const press = async (name) => {
    const x = p.getByRole('button', { name, exact: true }).first()
    if (!(await x.count())) {
      console.log(lang, 'no button', name)
      return false
    }
    await x.click()
    return true
  }
  try {
    await go('admission')
    await p.getByRole('checkbox').nth(1).check()
    await shot('adm-chosen')
    if (await press(t('admission.ask'))) {
      await shot('adm-ask')
      await p.keyboard.press('Escape')
      await p.waitForTimeout(400)
    }
    if (await press(t('admission.refuse'))) {
      await shot('adm-refuse')
      await p.keyboard.press('Escape')
      await p.waitForTimeout(400)
    }
    await p
      .getByRole('list')
      .last()
      .getByRole('link')
      .first()
      .click()
      .catch(() => p.getByRole('button', { name: 'Ligne B' }).first().click())
    await shot('adm-entry')
    await go('people')
    await p
      .getByRole('link', { name: /Freja Lund|Sanne/ })
      .first()
      .click()
    await p.waitForTimeout(1200)
    await shot('person')
    for (const k of ['correct', 'erase', 'seeAs'])
      if (await press(t('person.' + k))) {
        await shot('person-' + k)
        await p.keyboard.press('Escape')
        await p.waitForTimeout(500)
      }
    await go('team')
    if (await press(t('team.give'))) {
      await shot('team-give')
      await p.keyboard.press('Escape')
    }
    await go('programme')
    const href = await p.evaluate(
      () =>
        [...document.querySelectorAll('a[href*="contact"]')].map((a) => a.getAttribute('href'))[0],
    )
    await p.goto('http://localhost:8090/organiser' + href)
    await p.waitForTimeout(1500)
    const tel = p.locator('input').nth(4)
    await tel.fill('+33 1 00 00 00 ' + (dark ? '01' : '02'))
    await shot('edit')
    await press(t('programme.saveDraft') ?? t('programme.save') ?? '')
    await p.waitForTimeout(1500)
    await shot('saved')
    await go('programme')
    if (await press(t('programme.review'))) {
      await p.waitForTimeout(1500)
      await shot('plan')
    }
  } catch (e) {
    console.log(lang, String(e).slice(0, 300))
    await shot('broken')
  }
  await c.close()
}
await b.close()
