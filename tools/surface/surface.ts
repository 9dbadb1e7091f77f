import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Surface } from '../../platform/src/registry/gates/compare-surfaces.ts'
import { surfaceOf as computeSurface } from '../../shared/build/surface.ts'

export const ROOT = resolve(import.meta.dirname, '../..')

/** Computes the surface of a checkout. */
export const surfaceOf = async (root = ROOT): Promise<Surface> =>
  Surface.parse(await computeSurface(root))

/** The surface of the last release of `shared`, beside the remotes that were built with it. */
export const RELEASED = 'e2e/fixtures/previous-release/surface.json.gz'

export const readSurface = (): Surface =>
  Surface.parse(JSON.parse(gunzipSync(readFileSync(join(ROOT, RELEASED))).toString()))

export const writeSurface = (surface: Surface) =>
  writeFileSync(join(ROOT, RELEASED), gzipSync(JSON.stringify(surface), { level: 9 }))
