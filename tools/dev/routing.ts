import { releaseOfPath, RELEASE_PLACES, releaseFolder } from '@awards/shared/releases'
import { LOCAL_VERSION } from '../mfe/against/local-build.ts'

/** Which of the running parts answers a path. */
export type Part =
  | { readonly part: 'api' | 'shell' | 'simulators' }
  | { readonly part: 'remote'; readonly name: string; readonly file: string }

/** First segments of what mailbox and providers of the demo answer in a browser. */
export const SIMULATOR_PAGES = ['mailbox', 'wallet', 'card', 'vies'] as const

const firstSegment = (path: string) => path.split('/')[1] ?? ''
const isSimulatorPage = (path: string) =>
  (SIMULATOR_PAGES as readonly string[]).includes(firstSegment(path))

/**
 * Who answers a path. Files of the shell and of the remotes under development come from their builds, both places
 * of a remote from the same one; everything that is nobody else's is the server's.
 */
export function partOf(path: string): Part {
  if (path.startsWith('/assets/')) return { part: 'shell' }
  const release = releaseOfPath(path)
  if (release?.version === LOCAL_VERSION) {
    const { name } = release
    const folder = RELEASE_PLACES.map((place) => releaseFolder(name, LOCAL_VERSION, place)).find(
      (one) => path.startsWith(one),
    )
    if (folder) return { part: 'remote', name, file: path.slice(folder.length) }
  }
  if (isSimulatorPage(path)) return { part: 'simulators' }
  return { part: 'api' }
}
