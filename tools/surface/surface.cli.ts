import { parseArgs } from 'node:util'
import {
  compareSurfaces,
  describeChanges,
  forbiddenChanges,
  versionFor,
  Surface,
} from '../../platform/src/registry/gates/compare-surfaces.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { surfaceOf as computeSurface } from '../../shared/build/surface.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** Computes the surface of a checkout. */
export const surfaceOf = async (root = ROOT): Promise<Surface> =>
  Surface.parse(await computeSurface(root))

/** The surface of the last release of `shared`, beside the remotes that were built with it. */
const RELEASED = 'e2e/fixtures/previous-release/surface.json.gz'

export const readSurface = (): Surface =>
  Surface.parse(JSON.parse(gunzipSync(readFileSync(join(ROOT, RELEASED))).toString()))

const writeSurface = (surface: Surface) =>
  writeFileSync(join(ROOT, RELEASED), gzipSync(JSON.stringify(surface), { level: 9 }))

// Compares what shared offers with the last release, or records it as the last release.
// node tools/surface/surface.cli.ts [--release]

const { values } = parseArgs({ options: { release: { type: 'boolean' } } })
const [released, today] = [readSurface(), await surfaceOf()]
const changes = compareSurfaces(released, today)
const forbidden = forbiddenChanges(released, today)

if (forbidden.length > 0) {
  console.error(
    `shared ${today.version} may not change this after release ${released.version}:\n` +
      `${describeChanges(forbidden)}\nWrite "version": "${versionFor(released.version, forbidden)}" into ` +
      'shared/package.json, or take the change back.',
  )
  process.exitCode = 1
} else if (values.release) {
  writeSurface(today)
  console.log(`${RELEASED} is the surface of ${today.version} now. Commit it with the release.`)
} else {
  const list = describeChanges(changes) || '  nothing'
  console.log(`shared ${today.version} changes since release ${released.version}:\n${list}`)
}
