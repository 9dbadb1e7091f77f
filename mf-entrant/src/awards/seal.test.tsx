import { entries } from '@awards/shared/contract'
import { answer, renderRoutes } from '@awards/shared/testing'
import { screen } from '@testing-library/react'
import { answerOpenCall, paidEntry } from '../common/owner-entry.fixture.ts'
import { routes } from '../routes.tsx'
import './award-steps.page.tsx'
import { sealSvg } from './award-steps.page.tsx'

const AWARD = { id: '2', code: 'gold', name: 'Gold', colour: '#b8860b' }
const OFFERED = { entry_status: 60, winner_fee_status: 1, award: AWARD }
const ACCEPTED = [{ code: 'award_accepted', at: '2028-02-01T10:00:00.000Z', detail: null }]

let end: () => void
beforeEach(() => (end = answerOpenCall()))
afterEach(() => end())

const show = (change: object) => {
  answer(entries.info, () => ({ ...paidEntry, ...OFFERED, ...change }))
  return renderRoutes(routes, '/awards/steps?id=7')
}

test('E21: the page of an award names its work', async () => {
  await show({})
  expect(await screen.findByText(/gives Gold to “Halo II”/)).toBeVisible()
  expect(screen.getByText('Halo II · Gold · Season 1')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Seal of/ })).toBeNull()
})

test('E21: the seal of an accepted award is a file in three looks', async () => {
  const saved: [string, Blob][] = []
  const blobs = new Map<string, Blob>()
  URL.createObjectURL = (blob) => {
    const url = `blob:${blobs.size}`
    blobs.set(url, blob as Blob)
    return url
  }
  URL.revokeObjectURL = () => undefined
  HTMLAnchorElement.prototype.click = function click() {
    const blob = blobs.get(this.href)
    if (blob) saved.push([this.download, blob])
  }
  const { user } = await show({ timeline: ACCEPTED })
  for (const button of await screen.findAllByRole('button', { name: /^Seal of “Halo II”/ })) {
    await user.click(button)
  }
  expect(saved.map(([name]) => name)).toEqual([
    'GA27-MOB-0001-gold-colour.svg',
    'GA27-MOB-0001-gold-black.svg',
    'GA27-MOB-0001-gold-white.svg',
  ])
})

test('a seal is well-formed XML and fits its ring', () => {
  const words = { programme: 'Prix <&> "Design"', award: 'Grand Prix du jury', edition: '2027' }
  const svg = new DOMParser().parseFromString(sealSvg(words, 'black'), 'image/svg+xml')
  expect(svg.querySelector('parsererror')).toBeNull()
  const [programme, award] = [...svg.querySelectorAll('text')]
  expect(programme?.textContent).toBe('Prix <&> "Design"')
  expect(Number(award?.getAttribute('font-size'))).toBeLessThan(40)
  expect(Number(svg.querySelectorAll('text')[2]?.getAttribute('font-size'))).toBe(36)
})
