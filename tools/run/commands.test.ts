import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

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
