import { changeLanguage } from '@awards/shared/i18n'
import { renderRoutes } from '@awards/shared/testing'
import { act, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { BannerLink } from './links.tsx'
import { plainText, RichText } from './rich-text.tsx'

test.each([
  ['<p>One &amp; <strong>two</strong></p><p>three</p>', 'One & two three'],
  ['<p>&lt;b&gt; is &quot;bold&quot;, isn&#39;t it</p>', `<b> is "bold", isn't it`],
  ['<p>&amp;lt;</p>', '&lt;'],
  ['', ''],
])('%p reads %p', (html, text) => {
  expect(plainText(html)).toBe(text)
})

/** Presses the one link of a page in a language; gives where the router went, or what it left to the browser. */
async function press(link: ReactNode, language: 'en' | 'fr'): Promise<string> {
  const { user, location } = await renderRoutes([{ path: '*', element: link }], '/news/one')
  await act(() => changeLanguage(language))
  let left = ''
  const take = (event: Event) => {
    const address = (event.target as Element).closest('a')?.getAttribute('href')
    if (!event.defaultPrevented) left = `browser: ${address}`
    // A test has no browser that could load it.
    event.preventDefault()
  }
  window.addEventListener('click', take, { once: true })
  await user.click(screen.getByRole('link', { name: 'this' }))
  return left || location()
}

const LINKS = [
  ['/calendar', 'en', '/calendar'],
  ['/calendar?year=2027', 'fr', '/calendar?year=2027'],
  ['/fr/calendar?year=2027', 'fr', '/calendar?year=2027'],
  ['/winners/17', 'en', '/winners/17'],
  ['/steps', 'en', '/steps'],
  ['/exhibition', 'en', '/exhibition'],
  ['/fr/exhibition', 'fr', '/exhibition'],
  ['/fr/calendar', 'en', 'browser: /fr/calendar'],
  ['/en/calendar', 'fr', 'browser: /en/calendar'],
  ['/rss.xml', 'en', 'browser: /rss.xml'],
  ['/files/rules.pdf', 'fr', 'browser: /files/rules.pdf'],
  ['/.well-known/security.txt', 'en', 'browser: /.well-known/security.txt'],
  ['https://elsewhere.example/calendar', 'en', 'browser: https://elsewhere.example/calendar'],
] as const

test.each(LINKS)(
  'a link in a text to %s on a page in %s leads to %s',
  async (to, language, end) => {
    const html = `<p>Read <a href="${to}"><em>this</em></a></p>`
    expect(await press(<RichText html={html} />, language)).toBe(end)
  },
)

test('a link in a text to a place within a page is the browser’s, which scrolls there', async () => {
  const html = '<p><a href="/regulations#fees">this</a></p>'
  expect(await press(<RichText html={html} />, 'en')).toBe('browser: /regulations#fees')
})

test.each(LINKS)(
  'the link of a banner to %s on a page in %s leads to %s',
  async (to, language, end) => {
    expect(await press(<BannerLink to={to}>this</BannerLink>, language)).toBe(end)
  },
)
