import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { packFolder } from './publish.ts'

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

function newFolder(files: readonly string[], time: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'awards-pack-'))
  folders.push(folder)
  mkdirSync(join(folder, 'js'))
  for (const name of files) {
    writeFileSync(join(folder, name), `// ${name}`)
    utimesSync(join(folder, name), time, time)
  }
  return folder
}

test('equal files give equal bytes, whenever and in whatever order they were written', async () => {
  const one = await packFolder(newFolder(['a.js', 'js/b.js', 'c.css'], 1_000))
  const other = await packFolder(newFolder(['c.css', 'js/b.js', 'a.js'], 2_000))
  expect(one.equals(other)).toBe(true)
  expect(gunzipSync(one).toString()).toContain('js/b.js')
})

test('a version that was not built is named', async () => {
  await expect(packFolder('/nowhere/1.0.0')).rejects.toThrow('Build this version first')
})
