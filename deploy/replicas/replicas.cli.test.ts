import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const CLI = resolve(import.meta.dirname, 'replicas.cli.ts')
const dataDir = mkdtempSync(join(tmpdir(), 'awards-replicas-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const replicas = (...words: string[]) =>
  new Promise<{ code: number; said: string }>((done) => {
    const all = ['--no-warnings', CLI, ...words, '--data', dataDir]
    execFile(process.execPath, all, (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    )
  })

test.each([
  ['status', [], /^Nothing runs in .*; start it first\./],
  ['kill', ['api-1'], /^Nothing runs in .*; start it first\./],
  ['kill', [], /^Name the part: replicas kill api-1/],
  ['explode', ['api-1'], /^There is no "replicas explode"\./],
  ['start', ['--port', 'many'], /^--port has to be a whole number from 1 to 65534 \(given: many\)/],
])('replicas %s %s says what to do next', async (action, words, sentence) => {
  const { code, said } = await replicas(action, ...words)
  expect(said).toMatch(sentence)
  expect(code).toBe(2)
})
