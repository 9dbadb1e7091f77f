import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { MANIFEST_FILE, type ReleaseManifest } from '@awards/shared/releases'
import { extract, pack } from 'tar-stream'

const ROOT = resolve(import.meta.dirname, '../../..')

/** A release of a remote: its files by their path in the release's folder. */
export type Release = {
  readonly name: string
  readonly version: string
  readonly files: ReadonlyMap<string, Buffer>
}

export type Manifest = ReleaseManifest

export const digestOf = (bytes: Buffer) =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`

export function fileOf({ name, version, files }: Release, path: string): Buffer {
  const bytes = files.get(path)
  if (!bytes) throw new Error(`${name} ${version} has no ${path}`)
  return bytes
}
export const manifestOf = (release: Release): Manifest =>
  JSON.parse(fileOf(release, MANIFEST_FILE).toString())

/** The digest of the manifest, as discovery gives it. */
export const integrityOf = (release: Release) => digestOf(fileOf(release, MANIFEST_FILE))

/** What the last `npm run build` made of a remote; `dist` may be that of another checkout. */
export function localRelease(name: string, dist = join(ROOT, 'dist')): Release {
  const folder = join(dist, 'mfe', name)
  const { version } = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8'))
  const files = new Map<string, Buffer>()
  for (const entry of readdirSync(join(folder, version), { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, version, entry)
    if (/\.\w+$/.test(entry)) files.set(entry, readFileSync(file))
  }
  return { name, version, files }
}

/** The shell that is built here, under another version and with another text in its page. */
export function otherShell(version: string, text: string): Release {
  const folder = join(ROOT, 'dist/shell')
  const read = (path: string) => readFileSync(join(folder, path))
  const assets = JSON.parse(read('route-assets.json').toString()) as {
    integrity: Record<string, string>
  }
  const release = JSON.parse(read('shell-release.json').toString()) as object
  const page = read('index.html').toString()
  const paths = ['server.cjs', 'route-assets.json', ...Object.keys(assets.integrity)]
  const files = new Map(paths.map((path) => [path, read(path)]))
  files.set('shell-release.json', Buffer.from(JSON.stringify({ ...release, version })))
  files.set('index.html', Buffer.from(page.replace('</body>', `<p id="shell">${text}</p></body>`)))
  return { name: 'shell', version, files }
}

/** What was published before the remotes were deployed one by one. */
export async function previousRelease(name: string): Promise<Release> {
  const archive = readFileSync(join(ROOT, 'e2e/fixtures/previous-release', `${name}.tgz`))
  const unpacked = extract()
  unpacked.end(gunzipSync(archive))
  const files = new Map<string, Buffer>()
  let version = ''
  for await (const entry of unpacked) {
    const [folder = '', ...path] = entry.header.name.replace(/^\.\//, '').split('/')
    if (entry.header.type === 'file') {
      version = folder
      files.set(path.join('/'), await buffer(entry))
    } else entry.resume()
  }
  return { name, version, files }
}

/** The archive that a publication sends. */
export async function archiveOf({ files }: Release): Promise<Buffer> {
  const tar = pack()
  for (const [name, bytes] of files) tar.entry({ name }, bytes)
  tar.finalize()
  return gzipSync(await buffer(tar))
}
