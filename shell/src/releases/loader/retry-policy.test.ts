import { nextStep } from './attempts.ts'
import type { Problem } from '../failures/remote-error.ts'

const fresh = { tries: 1, elsewhere: false, hasElsewhere: true, hasPrevious: true }
const entry = (more: Partial<Problem>): Problem => ({ phase: 'entry', kind: 'http', ...more })

test('a failure on the way is tried again, then elsewhere, then with the previous version', () => {
  const problem = entry({ status: 503 })
  expect(nextStep(problem, fresh)).toBe('again')
  expect(nextStep(problem, { ...fresh, tries: 2 })).toBe('elsewhere')
  expect(nextStep(problem, { ...fresh, tries: 3, elsewhere: true })).toBe('previous')
  expect(nextStep(problem, { ...fresh, tries: 3, elsewhere: true, hasPrevious: false })).toBe(
    'stop',
  )
  expect(nextStep(entry({ kind: 'network' }), fresh)).toBe('again')
})

test('a file that is not there is looked for elsewhere at once', () => {
  expect(nextStep(entry({ status: 404 }), fresh)).toBe('elsewhere')
  expect(nextStep(entry({ status: 429 }), fresh)).toBe('again')
  expect(nextStep(entry({ status: 404 }), { ...fresh, hasElsewhere: false })).toBe('previous')
})

test('a manifest that hangs costs no second wait where there is another version', () => {
  const problem: Problem = { phase: 'manifest', kind: 'timeout' }
  expect(nextStep(problem, fresh)).toBe('previous')
  expect(nextStep(problem, { ...fresh, hasPrevious: false })).toBe('elsewhere')
})

test.each<Problem>([
  { phase: 'policy', kind: 'invalid' },
  { phase: 'integrity', kind: 'invalid' },
  { phase: 'contract', kind: 'invalid' },
  { phase: 'share', kind: 'invalid' },
  { phase: 'init', kind: 'evaluation' },
])('what is wrong in a release is never tried again: %j', (problem) => {
  expect(nextStep(problem, fresh)).toBe('previous')
  expect(nextStep(problem, { ...fresh, hasPrevious: false })).toBe('stop')
})
