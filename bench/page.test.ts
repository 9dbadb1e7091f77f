import { readFileSync } from 'node:fs'
import { measurements } from './common/results.ts'
import { PAGE, performancePage } from './page.ts'
import { SUBJECTS } from './subjects.mjs'

test('docs/performance.md says what was measured last', async () => {
  expect(readFileSync(PAGE, 'utf8')).toBe(await performancePage())
})

test('what was measured can be measured again, for the bars that it names', () => {
  for (const { subject, figures } of measurements()) {
    const { bars = [] } = SUBJECTS[subject] ?? {}
    expect([subject, ...new Set(figures.map(({ bar }) => bar))].sort()).toEqual(
      [subject, ...bars].sort(),
    )
  }
})
