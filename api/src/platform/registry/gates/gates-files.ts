import {
  MANIFEST_FILE,
  uniqueName,
  type GateProblem,
  type ReleaseManifest,
} from '@awards/shared/platform'
import { entryPath, isInside } from './gates-manifest.ts'
import { integrityOf, type ReleaseId } from './release-files.ts'
import type { ReleaseFiles } from './release-files.ts'

/** Every file is named with its digest, and no other is there: the manifest seals the release. */
export function fileProblems(manifest: ReleaseManifest, files: ReleaseFiles): GateProblem[] {
  const listed = new Map(Object.entries(manifest.integrity))
  const problems: GateProblem[] = []
  for (const [path, wanted] of listed) {
    const bytes = files.get(path)
    if (!bytes) {
      problems.push(missing(path, 'the manifest lists it with a digest'))
      continue
    }
    const provided = integrityOf(bytes, wanted.slice(0, wanted.indexOf('-')))
    if (provided === wanted) continue
    problems.push({
      ...{ gate: 'digest_mismatch', subject: path, wanted, provided },
      message: `${path} has the digest ${provided}, and the manifest says ${wanted}. Build anew and change nothing afterwards.`,
    })
  }
  for (const path of files.keys()) {
    if (path === MANIFEST_FILE || listed.has(path)) continue
    problems.push({
      ...{ gate: 'file_unlisted', subject: path },
      message: `${path} is in the archive, and the manifest does not list it. Send the build folder alone, as the build left it.`,
    })
  }
  const entry = entryPath(manifest)
  if (isInside(entry) && !listed.has(entry))
    problems.push(missing(entry, 'it is the entry of the remote'))
  return problems
}

const missing = (path: string, why: string): GateProblem => ({
  gate: 'file_missing',
  subject: path,
  message: `${path} is missing: ${why}. Send the whole build folder.`,
})

/** The array in which webpack keeps the chunks of this release, as webpack mangles its name. */
export const chunkArray = ({ name, version }: ReleaseId) =>
  `webpackChunk${uniqueName(name, version).replace(/[^A-Za-z0-9$]+/g, '_')}`

/**
 * Two releases that share the array of their chunks give the visitor the code of whichever came first.
 * The name has to stand in the entry as a whole word, not as the beginning of another version's.
 */
export function chunkNameProblems(
  id: ReleaseId,
  manifest: ReleaseManifest,
  files: ReleaseFiles,
): GateProblem[] {
  const entry = entryPath(manifest)
  const bytes = files.get(entry)
  if (!bytes) return []
  const wanted = chunkArray(id)
  const found = new Set(bytes.toString('latin1').match(/webpackChunk[\w$]*/g))
  if (found.has(wanted)) return []
  const provided = [...found].join(', ') || 'none'
  return [
    {
      ...{ gate: 'chunk_name_missing', subject: entry, wanted, provided },
      message: `${entry} keeps its chunks in ${provided}, and has to in ${wanted}. Set output.uniqueName to ${uniqueName(id.name, id.version)}.`,
    },
  ]
}
