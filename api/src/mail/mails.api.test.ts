import { LANGUAGES } from '@awards/shared/domain'
import { testApi } from '../../test/test-api.ts'
import { mailSamples, renderMail, readableOnWhite } from './render-mail.ts'
import { MAIL_TEMPLATES, placeholdersOf } from './mail-texts.ts'

const api = await testApi()
const production = await testApi({
  MODE: 'production',
  SITE_URL: 'https://site.example',
  SMTP_URL: 'smtp://localhost:25',
})
const LOOK = { programme: 'Design Awards', organiser: 'Association', colour: '#E72E2D' }
const every = LANGUAGES.flatMap((language) =>
  MAIL_TEMPLATES.map((template) => [template, language] as const),
)

test.each(every)(
  '%s in %s has no unfilled placeholder, in HTML and in text',
  (template, language) => {
    const samples = mailSamples(language, 'https://site.example', 'Design Awards')
    expect([...placeholdersOf(template)].filter((mark) => !(mark in samples))).toEqual([])

    const { subject, text, html } = renderMail(template, language, samples, LOOK)
    for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\{\w|undefined|NaN/)
    expect(subject.length).toBeGreaterThan(4)
    expect(text).toContain('Design Awards')
    // No remote content: mails work offline and have no tracking.
    expect(html).not.toMatch(/<img|<link|url\(|@import/)
    for (const [link = ''] of html.matchAll(/https?:\/\/[^"]+/g)) {
      expect(link).toMatch(/^https:\/\/site\.example/)
    }
  },
)

test('darkens the colour of the programme until white text on it is readable', () => {
  expect(readableOnWhite('#0b3d2e')).toBe('#0b3d2e')
  expect(readableOnWhite('#ffd400')).not.toBe('#ffd400')
  const { html } = renderMail('welcome', 'en', mailSamples('en', 'https://s', 'D'), LOOK)
  expect(html).toContain(`background:${readableOnWhite(LOOK.colour)}`)
  expect(html).toContain('height:6px;line-height:6px;font-size:0;background:#E72E2D')
})

test('omits the line of an unknown amount', () => {
  const samples = mailSamples('en', 'https://s', 'D')
  const { text } = renderMail(
    'entry_submitted',
    'en',
    { ...samples, total: '', pay_until: '' },
    LOOK,
  )
  expect(text).not.toMatch(/To pay|Pay the entry fee by/)
  expect(text).toContain('1. We check')
})

test('the demo previews all mails', async () => {
  const list = await api.app.inject('/dev/mails?mail=entry_submitted&language=fr')
  expect(list.statusCode).toBe(200)
  for (const template of MAIL_TEMPLATES) expect(list.body).toContain(`mail=${template}&amp;`)
  expect(list.body).toContain('nous avons reçu')
  const html = await api.app.inject('/dev/mails/entry_submitted/zh')
  expect(html.headers['content-security-policy']).toContain("default-src 'none'")
  expect(html.body).toContain('我们已收到')
  const unknown = await api.app.inject('/dev/mails?mail=%3Cscript%3E')
  expect(unknown.json()).toMatchObject({ code: 404 })
})

test('production has no mail preview', async () => {
  for (const url of ['/dev/mails', '/dev/mails/welcome/en']) {
    const { statusCode, body } = await production.app.inject(url)
    expect(statusCode).toBe(404)
    expect(body).not.toContain('entry_submitted')
  }
})
