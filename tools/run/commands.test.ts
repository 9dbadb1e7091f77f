import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { SERVER, runTool } from './processes.mjs'

const ROOT = resolve(import.meta.dirname, '../..')

test('npm start refuses options and names the page that lists the settings', () => {
  const started = spawnSync(process.execPath, ['tools/run.mjs', 'start', '--port', '8081'], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: 30_000,
  })
  expect(started.status).toBe(2)
  expect(started.stderr).toContain('takes no options, not "--port 8081"')
  const [page = ''] = /docs\/[\w/-]+\.md/.exec(started.stderr) ?? []
  expect(existsSync(resolve(ROOT, page))).toBe(true)
})

test('the server runs with a bounded heap and two malloc arenas', async () => {
  const printed: Buffer[] = []
  const script = 'tools/run/server-memory.fixture.mjs'
  const onOutput = (chunk: Buffer) => void printed.push(chunk)
  expect(await runTool(script, [], { ...SERVER, onOutput })).toBe(0)
  const { heapMegabytes, arenas } = JSON.parse(Buffer.concat(printed).toString()) as {
    heapMegabytes: number
    arenas: string
  }
  expect(heapMegabytes).toBeLessThan(1_100)
  expect(arenas).toBe('2')
})

test('a file is one program: a second one in it would run after the first and replace its exit code', () => {
  const listed = execFileSync('git', ['grep', '-lF', 'import.meta.main', '--', '*.ts', '*.mjs'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const entries = (file: string) =>
    readFileSync(resolve(ROOT, file), 'utf8').match(/^if \(import\.meta\.main\)/gm)?.length ?? 0
  const files = listed.trim().split('\n')
  expect(files.some((file) => entries(file) === 1)).toBe(true)
  expect(files.filter((file) => entries(file) > 1)).toEqual([])
})
