import { publication, type Picture, type WinnerInfo } from '@awards/shared/contract'
import { answer, answerCalls, renderRoutes } from '@awards/shared/testing'
import { screen, waitFor } from '@testing-library/react'
import { routes } from '../routes.tsx'

const picture = (name: string): Picture & { credit: string | null } => ({
  url: `/pictures/1/${name}.webp`,
  width: 1500,
  height: 1000,
  alt: `The chair from the ${name}`,
  sources: [{ url: `/pictures/1/${name}-480.webp`, width: 480 }],
  colour: '#d5d0b8',
  credit: 'Ada Marin',
})
const winner: WinnerInfo = {
  apply_order_id: '2',
  entry_no: 'GA26-MOB-0002',
  title: 'Ondine',
  title_local: null,
  designers: 'Ada Marin',
  company: null,
  country: 'FR',
  cover: picture('front'),
  award: { id: '3', code: 'gold', name: 'Gold', rank: 3, colour: '#a5812e' },
  category: { id: '1', code: 'MOB', name: 'Furniture' },
  section: { id: '1', code: 'professional', name: 'Professional' },
  edition: { id: '1', code: 'GA26-1', name: '2026', year: 2026 },
  summary: 'A chair in one line.',
  description: 'One.\n\nTwo.',
  images: [picture('front'), picture('side')],
  credits: [{ name: 'Ada Marin', role: 'Designer' }],
  client: null,
  materials: null,
  dimensions: null,
  website_url: null,
  video_url: null,
  completion_date: null,
  location: null,
  jury_statement: 'One decision.',
  ai_use: 'assisted',
  certificate_number: 'C-GA26-MOB-0002',
  published_at: null,
  previous: { apply_order_id: '1', title: 'Marais' },
  next: { apply_order_id: '3', title: 'Kumo' },
}

let restore = () => {}
beforeEach(() => {
  restore = answerCalls()
  answer(publication.winnerInfo, (input) => ({
    ...winner,
    ...(input as { apply_order_id: string }),
  }))
})
afterEach(() => restore())

const enlarge = (name: string) =>
  screen.findByRole('link', { name: `Enlarge: The chair from the ${name}` })

test('each picture is a link to its large version, the cover once', async () => {
  await renderRoutes(routes, '/winners/2')
  expect(await enlarge('front')).toHaveAttribute('href', '/pictures/1/front.webp')
  expect(await enlarge('side')).toHaveAttribute('href', '/pictures/1/side.webp')
})

test('no attribute carries a style, which the policy of the site would refuse in HTML', async () => {
  await renderRoutes(routes, '/winners/2')
  await enlarge('front')
  expect(document.querySelectorAll('[style]')).toHaveLength(0)
})

test('a picture opens enlarged; Escape closes it and the focus is where it was', async () => {
  const { user, location } = await renderRoutes(routes, '/winners/2')
  await user.click(await enlarge('side'))
  expect(await screen.findByRole('dialog')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Zoom in' })).toBeInTheDocument()
  await user.keyboard('{ArrowRight}')
  expect(location()).toBe('/winners/2')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(await enlarge('side')).toHaveFocus()
})

test('the arrow keys lead to the neighbours', async () => {
  const { user, location } = await renderRoutes(routes, '/winners/2')
  await enlarge('front')
  await user.keyboard('{ArrowRight}')
  expect(location()).toBe('/winners/3')
})

test('with another key held down they are the browser’s', async () => {
  const { user, location } = await renderRoutes(routes, '/winners/2')
  await enlarge('front')
  await user.keyboard('{Alt>}{ArrowLeft}{/Alt}')
  expect(location()).toBe('/winners/2')
})

test('the certificate leads to its verification', async () => {
  await renderRoutes(routes, '/winners/2')
  expect(await screen.findByRole('link', { name: 'Verify C-GA26-MOB-0002' })).toHaveAttribute(
    'href',
    '/verify/C-GA26-MOB-0002',
  )
})

test('the way back keeps the filters of the list', async () => {
  answer(publication.banner, () => [])
  answer(publication.winnerList, () => ({ list: [winner], total: 1, current: 1, pageSize: 12 }))
  const { user } = await renderRoutes(routes, '/winners?award=gold')
  await user.click(await screen.findByRole('link', { name: 'Ondine' }))
  const [back] = await screen.findAllByRole('link', { name: /All winners/ })
  expect(back).toHaveAttribute('href', '/winners?award=gold')
})

test('L6: the page of a winner says whether generative tools were used', async () => {
  await renderRoutes(routes, '/winners/2')
  const term = await screen.findByText('Generative tools')
  expect(term.nextElementSibling).toHaveTextContent('They assisted')
})

test('E28: the page says that the texts are in the language of the entrant', async () => {
  await renderRoutes(routes, '/winners/2')
  expect(await screen.findByText(/language in which the work was entered/)).toBeVisible()
})

test('E9: pictures that nobody has scrolled to are loaded for a print', async () => {
  await renderRoutes(routes, '/winners/2')
  const gallery = await screen.findByRole('region', { name: 'Pictures of the work' })
  const pictures = [...gallery.querySelectorAll('img')]
  const loading = () => pictures.map((picture) => picture.getAttribute('loading'))
  expect(loading()).toEqual(['lazy'])
  window.dispatchEvent(new Event('beforeprint'))
  expect(loading()).toEqual(['eager'])
})
