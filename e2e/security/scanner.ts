import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import type { Site } from '../src/harness/site.ts'

export type Scan = { site: Site; reports: string }
/** What was asked, in a few words, and what was found, one line each. */
export type ScanResult = { asked: string; findings: readonly string[] }
export type Scanner = (scan: Scan) => Promise<ScanResult>

/** Runs a scanner with everything it says in a file; gives the text. */
export function runProgram(program: string, args: readonly string[], log: string): Promise<string> {
  const file = createWriteStream(log)
  const child = spawn('nice', ['-n', '10', program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      file.write(chunk)
      said += String(chunk)
    })
  }
  return new Promise((done, failed) => {
    child.once('error', failed)
    child.once('close', () => file.end(() => done(said)))
  })
}
