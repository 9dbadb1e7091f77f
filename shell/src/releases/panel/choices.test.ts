import { changesOf, choicesOf, choose, findReleases, pinsOf, withdrawnIn } from './choices.ts'
import { overview } from '../testing/overview.ts'

const pins = [{ name: 'mf-jury', at: '1.5.0' }]

test('a remote is held at one thing, or at nothing', () => {
  const held = choose(choicesOf(pins), 'mf-jury', 'staging')
  expect(pinsOf(held)).toEqual([{ name: 'mf-jury', at: 'staging' }])
  expect(pinsOf(choose(held, 'mf-jury', undefined))).toEqual([])
})

test('what was changed is counted by remote', () => {
  const choices = choicesOf(pins)
  expect(changesOf(pins, choices)).toEqual([])
  expect(changesOf(pins, choose(choices, 'mf-jury', '1.4.2'))).toEqual(['mf-jury'])
  expect(changesOf(pins, choose(choices, 'mf-public', '2.0.0'))).toEqual(['mf-public'])
  expect(changesOf(pins, {})).toEqual(['mf-jury'])
})

const [jury] = overview.remotes
test.each([
  ['', 5],
  ['jonas', 1],
  ['1.4', 3],
  ['mf-jury 1.5', 1],
  ['A1B2', 4],
  ['mf-jury nobody', 0],
])('the words "%s" find %i releases', (words, count) => {
  if (!jury) throw new Error('The fixture has no remote')
  expect(findReleases(jury, words)).toHaveLength(count)
})

test('a version that was rolled back is known with its channel', () => {
  if (!jury) throw new Error('The fixture has no remote')
  expect(withdrawnIn(jury, '1.4.9')).toEqual(['production'])
  expect(withdrawnIn(jury, '1.5.0')).toEqual([])
})
