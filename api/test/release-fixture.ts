import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack, type Header } from 'tar-stream'
import {
  ENTRY_FILE,
  MANIFEST_FILE,
  containerGlobal,
  containerName,
  type ReleaseManifest,
  type RemoteRoute,
  type ShellRelease,
} from '@awards/shared/releases'

type Wanted = Record<string, string>

/** A release in the making: `manifest` and `files` may change until its digests are computed. */
export type Draft = { manifest: ReleaseManifest & Record<string, unknown>; files: Files }
export type Files = Map<string, Buffer>

export type Given = {
  /** Share key → required version. */
  readonly shared?: Wanted
  readonly routes?: RemoteRoute[]
  /** Text that makes the content of this release unique. */
  readonly code?: string
  /** Damages the release before its digests are computed. */
  readonly before?: (draft: Draft) => void
  /** Damages it afterwards. */
  readonly after?: (files: Files) => void
}

export const SHARED: Wanted = { react: '^19.3.1', '@awards/shared/contract': '^1.0.0' }

const digest = (bytes: Buffer) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`

/** A small release like one of a build: manifest, entry, one chunk, one style sheet. */
export function releaseFixture(name: string, version: string, given: Given = {}): Files {
  const global = containerGlobal(name, version)
  const code = given.code ?? 'the code'
  const files: Files = new Map([
    [ENTRY_FILE, Buffer.from(`var ${global};(self.webpackChunk${global}||=[]).push("${code}")`)],
    ['js/605.b0d75063.js', Buffer.from(`(self.webpackChunk${global}||=[]).push([605])`)],
    ['css/50.9647eefb.css', Buffer.from(`.${containerName(name)}-box{color:red}`)],
  ])
  const manifest: Draft['manifest'] = {
    id: containerName(name),
    name: containerName(name),
    metaData: {
      name: containerName(name),
      globalName: global,
      publicPath: 'auto',
      buildInfo: { buildVersion: version },
      remoteEntry: { name: ENTRY_FILE, path: '', type: 'global' },
    },
    remotes: [],
    exposes: [{ path: './routes' }],
    shared: Object.entries(given.shared ?? SHARED).map(([key, requiredVersion]) => ({
      name: key,
      version: requiredVersion.replace(/^\D+/, ''),
      requiredVersion,
    })),
    integrity: {},
    sealed: true,
    ...(given.routes && { routes: given.routes }),
  }
  given.before?.({ manifest, files })
  const sealed = [...files].map(([path, bytes]) => [path, digest(bytes)] as const)
  manifest.integrity = { ...manifest.integrity, ...Object.fromEntries(sealed) }
  files.set(MANIFEST_FILE, Buffer.from(JSON.stringify(manifest)))
  given.after?.(files)
  return files
}

type Entry = Partial<Header> & { name: string; content?: Buffer }

/** A tar.gz of the files, with entries of any kind after them. */
export async function archiveOf(files: Files, more: readonly Entry[] = []): Promise<Buffer> {
  const tar = pack()
  for (const [name, bytes] of files) tar.entry({ name }, bytes)
  for (const { content, ...header } of more) {
    if (content) tar.entry(header, content)
    else tar.entry(header)
  }
  tar.finalize()
  return gzipSync(await buffer(tar as unknown as AsyncIterable<Buffer>))
}

/** A build of a remote on the disk, like one of `npm run build`. */
export async function buildOnDisk(mfeDir: string, name: string, version: string, given?: Given) {
  const files = releaseFixture(name, version, given)
  const folder = join(mfeDir, 'mfe', name)
  for (const [path, bytes] of files) {
    const file = join(folder, version, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, bytes)
  }
  const integrity = digest(files.get(MANIFEST_FILE) ?? Buffer.alloc(0))
  const release = { name, version, integrity, builtAt: '2026-11-20T14:44:12.572Z' }
  await writeFile(join(folder, 'release.json'), JSON.stringify(release))
}

/** A shell that provides the shared modules of the fixtures. */
export const shellFixture = (
  provides: Wanted = { react: '19.3.1', '@awards/shared/contract': '1.1.0' },
  version = '1.1.0-5he11',
): ShellRelease => ({
  name: 'shell',
  version,
  provides,
  routes: ['/', '/login', '/forget', '/changepassword', '/403', '*'],
})

const own = ['client', 'contract', 'domain', 'i18n', 'paths', 'session', 'ui', 'theme']
const antd =
  'alert app button checkbox drawer form input input-number modal pagination progress qr-code radio ' +
  'segmented select steps switch table'

/** The current shell, for the releases in `e2e/fixtures/previous-release`. */
export const SHELL_OF_TODAY = shellFixture({
  ...Object.fromEntries(own.map((key) => [`@awards/shared/${key}`, '1.1.0'])),
  ...Object.fromEntries(antd.split(' ').map((key) => [`antd/es/${key}`, '6.6.8'])),
  react: '19.3.1',
  'react/jsx-runtime': '19.3.1',
  'react-dom': '19.3.1',
  'react-redux': '9.3.1',
  'react-router-dom': '7.18.5',
  'react-i18next': '18.0.1',
  axios: '1.21.1',
})
