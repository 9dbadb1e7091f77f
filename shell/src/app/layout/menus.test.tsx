import { renderRoutes } from '@awards/shared/testing'
import { changeLanguage, registerNamespace } from '@awards/shared/i18n'
import { act, screen, waitFor, within } from '@testing-library/react'
import { LanguageSwitch } from './menus.tsx'
import { MobileMenu } from './header.tsx'
import { Root } from '../root.tsx'

const frame = (
  <>
    <LanguageSwitch />
    <MobileMenu />
    <button type="button">elsewhere</button>
  </>
)

async function start(at: string) {
  await registerNamespace('shell', (language) => import(`../../locales/${language}.json`))
  window.history.replaceState(null, '', at)
  const routes = ['/winners', '/jury', '/account'].map((path) => ({ path, element: frame }))
  return renderRoutes([{ Component: Root, children: routes }], at)
}
afterEach(() => changeLanguage('en'))

const languages = () => screen.getByLabelText(/^EN, Language/)
const menu = () => languages().closest('details')

test('the languages of a public page are links to it in each, marked with theirs', async () => {
  const { user } = await start('/winners?page=2')
  await user.click(await screen.findByLabelText(/^EN, Language/))
  const links = within(menu() as HTMLElement).getAllByRole('link')
  expect(links.map((link) => [link.getAttribute('href'), link.lang, link.ariaCurrent])).toEqual([
    ['/winners?page=2', 'en', 'true'],
    ['/fr/winners?page=2', 'fr', null],
    ['/zh/winners?page=2', 'zh-CN', null],
  ])
})

test('on a page in another language the link to English carries the choice', async () => {
  const { user } = await start('/winners?page=2')
  await user.click(await screen.findByLabelText(/^EN, Language/))
  await user.click(screen.getByRole('link', { name: 'Français' }))
  const french = (await screen.findByLabelText(/^FR/)).closest('details') as HTMLElement
  const english = within(french).getByText('English')
  expect(english).toHaveAttribute('href', '/en/winners?page=2')
  await user.click(english)
  await waitFor(() => expect(window.location.pathname).toBe('/winners'))
  expect(document.cookie).toContain('language=en')
})

test('on a page with one address they are buttons, and the address stays', async () => {
  const { user } = await start('/account')
  await user.click(await screen.findByLabelText(/^EN, Language/))
  await user.click(screen.getByRole('button', { name: 'Français' }))
  await waitFor(() => expect(document.documentElement.lang).toBe('fr'))
  expect(window.location.pathname).toBe('/account')
  expect(document.cookie).toContain('language=fr')
})

test('choosing a language keeps the page and takes its other address', async () => {
  const { user } = await start('/winners?page=2')
  await user.click(await screen.findByLabelText(/^EN, Language/))
  await user.click(screen.getByRole('link', { name: '中文' }))
  await waitFor(() => expect(window.location.pathname).toBe('/zh/winners'))
  expect(window.location.search).toBe('?page=2')
  expect(screen.getByLabelText(/^ZH/)).toHaveFocus()
})

test('the arrow keys go through the languages and around the end; Escape closes', async () => {
  const { user } = await start('/winners')
  await user.click(await screen.findByLabelText(/^EN, Language/))
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('link', { name: 'English' })).toHaveFocus()
  await user.keyboard('{ArrowUp}')
  expect(screen.getByRole('link', { name: '中文' })).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('link', { name: 'English' })).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(menu()).not.toHaveAttribute('open')
  expect(languages()).toHaveFocus()
})

test('a press elsewhere and another page close the menu', async () => {
  const { user, go } = await start('/winners')
  await user.click(await screen.findByLabelText(/^EN, Language/))
  await user.click(screen.getByRole('button', { name: 'elsewhere' }))
  expect(menu()).not.toHaveAttribute('open')
  await user.click(languages())
  expect(menu()).toHaveAttribute('open')
  await act(() => go('/jury'))
  await waitFor(() => expect(menu()).not.toHaveAttribute('open'))
})

test('the menu of small screens holds the sections and closes with its button', async () => {
  const { user } = await start('/winners')
  const trigger = await screen.findByRole('button', { name: 'Open the menu' })
  await user.click(trigger)
  const dialog = screen.getByRole('dialog', { name: 'Menu' })
  expect(trigger).toHaveAttribute('aria-expanded', 'true')
  expect(within(dialog).getByRole('link', { name: 'Jury' })).toHaveAttribute('href', '/jury')
  await user.click(within(dialog).getByRole('button', { name: 'Close the menu' }))
  expect(trigger).toHaveAttribute('aria-expanded', 'false')
})
