const { existsSync, mkdtempSync, readFileSync, rmSync } = require('node:fs')
const { tmpdir } = require('node:os')
const { join } = require('node:path')
const { joinRows } = require('./join-rows.ts')
const { writeRunReport } = require('../testing/run-report.ts')

/** Writes the report of a jest run: each test with its result and with what it proves. */
module.exports = class RowsReporter {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'awards-proofs-'))
    this.log = join(this.folder, 'log')
    // Workers start after this and get it with their environment.
    process.env.AWARDS_PROOF_LOG = this.log
  }

  onRunComplete(_contexts, { testResults }) {
    const lines = existsSync(this.log) ? readFileSync(this.log, 'utf8').trim().split('\n') : []
    rmSync(this.folder, { recursive: true })
    const records = lines.filter(Boolean).map((line) => JSON.parse(line))
    writeRunReport('jest', joinRows(testResults, records))
  }
}
