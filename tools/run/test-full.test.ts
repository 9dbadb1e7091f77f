import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { readJournal, resumeProblem, writeJournal } from './test-full.mjs'

const journal = {
  commit: 'a1b2c3',
  seed: '20261130',
  ended: { unit: [{ name: 'unit', passed: 3, failed: 1 }] },
}

test('the journal of a full run keeps commit, seed and results; a run without one has none', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'journal-')), 'test-results/full-run.json')
  expect(readJournal(file)).toBeUndefined()
  writeJournal(file, journal)
  expect(readJournal(file)).toEqual(journal)
})

test('a full run is resumed at its own commit alone, and each refusal says what to do', () => {
  expect(resumeProblem(journal, 'a1b2c3')).toBeUndefined()
  const { commit: _, ...uncommitted } = journal
  const refusals = [
    [resumeProblem(undefined, 'a1b2c3'), 'No full run was stopped'],
    [resumeProblem(uncommitted, 'a1b2c3'), 'had changes that were not committed'],
    [resumeProblem(journal, undefined), 'Stash them, then resume'],
    [resumeProblem(journal, 'd4e5f6'), 'of commit a1b2c3, and this is d4e5f6'],
  ] as const
  for (const [refusal, reason] of refusals) {
    expect(refusal).toContain(reason)
    expect(refusal).toContain('npm run test:full')
  }
})
