import { parseArgs } from 'node:util'
import {
  compareSurfaces,
  describeChanges,
  forbiddenChanges,
  versionFor,
} from '../../platform/src/registry/gates/compare-surfaces.ts'
import { RELEASED, readSurface, surfaceOf, writeSurface } from './surface.ts'

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
