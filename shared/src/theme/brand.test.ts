import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { brandOf, brandProperties, contrastOf, type Brand } from '../domain/brand.ts'
import { PRIMARY_COLOUR } from '../domain/constants.ts'

const GROUNDS = { page: ['#ffffff', '#141011'], sunken: ['#f8f6f3', '#1b1617'] } as const
const COLOURS = [PRIMARY_COLOUR, '#0B6E4F', '#1D4ED8', '#F5C400', '#FFFFFF', '#000000', '#7A7A7A']

/** Contrasts of a brand, each with the least that WCAG 2.2 AA lets through. */
const contrasts = (brand: Brand): [string, number, number][] =>
  [0, 1].flatMap((look) => {
    const at = (pair: readonly [string, string]) => pair[look] ?? ''
    return [
      ['link on the page', contrastOf(at(brand.red), at(GROUNDS.page)), 4.5],
      ['link on a sunken ground', contrastOf(at(brand.red), at(GROUNDS.sunken)), 4.5],
      ['link on its own pale ground', contrastOf(at(brand.red), at(brand.redSoft)), 4.5],
      ['link under the pointer', contrastOf(at(brand.redStrong), at(GROUNDS.sunken)), 4.5],
      ['text on red', contrastOf(at(brand.onRed), at(brand.red)), 4.5],
      ['large shapes', contrastOf(at(brand.brand), at(GROUNDS.page)), 3],
      ['white on a button', contrastOf('#ffffff', brand.action), 4.5],
      ['white on a pressed button', contrastOf('#ffffff', brand.actionPressed), 4.5],
    ] as [string, number, number][]
  })

test.each(COLOURS)('%s has enough contrast in both looks', (colour) => {
  const low = contrasts(brandOf(colour)).filter(([, is, least]) => is < least)
  expect(low).toEqual([])
})

test('contrast is that of WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

test("the award's own red keeps its shades, and what is no colour gets them", () => {
  expect(brandProperties(PRIMARY_COLOUR)).toBeUndefined()
  expect(brandProperties('red;}body{display:none')).toBeUndefined()
  const tokens = readFileSync(resolve('shared/src/theme/tokens.css'), 'utf8')
  const { red, action } = brandOf('nothing')
  expect(tokens).toContain(`--colour-red: light-dark(${red.join(', ')});`)
  expect(tokens).toContain(`--colour-action: ${action};`)
})

test('another colour replaces every red of the styles', () => {
  const tokens = readFileSync(resolve('shared/src/theme/tokens.css'), 'utf8')
  const reds = [...tokens.matchAll(/--colour-((?:on-)?(?:brand|red|action)[a-z-]*):/g)]
  const replaced = [...(brandProperties('#0B6E4F') ?? '').matchAll(/--colour-([a-z-]+):/g)]
  const names = replaced.map(([, name]) => name)
  expect(reds.length).toBeGreaterThan(5)
  for (const [, name] of reds) expect(names).toContain(name)
})
