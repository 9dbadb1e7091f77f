import { existsSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import semver from 'semver'
import { compareSurfaces, describeChanges, forbiddenChanges, versionFor } from './compare.ts'
import { canonical } from './compare-schemas.ts'
import { LOCK, PREVIOUS, ROOT, readSurface, surfaceOf } from './surface.ts'
import type { Surface } from './surface.ts'

// Compares what shared offers with the lock, or writes the lock.
// node tools/surface/lock.ts [--write] [--root <checkout> --out <file>]

const write = (file: string, surface: Surface) =>
  writeFileSync(file, `${JSON.stringify(surface, null, 1)}\n`)

/** The lock of an older version becomes the previous one when the version goes up. */
function keepPrevious(today: Surface) {
  if (!existsSync(LOCK)) return
  const lock = readSurface(LOCK)
  if (semver.lt(lock.version, today.version)) write(PREVIOUS, lock)
}

function lock(today: Surface): number {
  keepPrevious(today)
  if (existsSync(PREVIOUS)) {
    const previous = readSurface(PREVIOUS)
    const forbidden = forbiddenChanges(previous, today)
    if (forbidden.length > 0) {
      const wanted = versionFor(previous.version, forbidden)
      console.error(
        `Version ${today.version} does not allow this after ${previous.version}:\n` +
          `${describeChanges(forbidden)}\nWrite "version": "${wanted}" into shared/package.json, ` +
          'or take the change back.',
      )
      return 1
    }
  }
  write(LOCK, today)
  console.log(`shared/surface.json is that of ${today.version}.`)
  return 0
}

function check(today: Surface): number {
  const locked = readSurface(LOCK)
  if (canonical(locked) === canonical(today)) {
    console.log(`The surface of ${today.version} is as it was written down.`)
    return 0
  }
  const changes = compareSurfaces(locked, today)
  console.error(
    `shared/surface.json (${locked.version}) is not what shared ${today.version} offers:\n` +
      `${describeChanges(changes)}\nRun "npm run mfe -- surface --write".`,
  )
  return 1
}

const { values } = parseArgs({
  options: {
    write: { type: 'boolean' },
    root: { type: 'string', default: ROOT },
    out: { type: 'string' },
  },
})
const today = await surfaceOf(resolve(values.root))
if (values.out) write(values.out, today)
else process.exitCode = values.write ? lock(today) : check(today)
