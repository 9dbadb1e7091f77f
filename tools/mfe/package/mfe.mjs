#!/usr/bin/env node
// The command `mfe` of the package @awards/mfe, in the repository of a team.
import { spawn } from 'node:child_process'
import { existsSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const OLDEST_NODE = 24
if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  console.error(`Node ${OLDEST_NODE} or newer is needed; this is ${process.version}.`)
  process.exit(2)
}

const KIT = path.resolve(import.meta.dirname, '..')
const scope = path.dirname(KIT)
const project = path.resolve(scope, '../..')

/** Sources name the modules of the site @awards/shared, which is a folder of this package. */
function linkShared() {
  const link = path.join(scope, 'shared')
  const target = path.join(path.basename(KIT), 'shared')
  if (existsSync(link) && readlinkSync(link) === target) return
  rmSync(link, { force: true })
  symlinkSync(target, link, 'junction')
}

linkShared()
const stripTypes = pathToFileURL(path.join(KIT, 'bin/strip-types.mjs')).href
const script = path.join(KIT, 'tools/mfe/mfe.ts')
const child = spawn(process.execPath, [script, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: {
    ...process.env,
    MFE_PROJECT: project,
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --disable-warning=ExperimentalWarning --import=${stripTypes}`,
  },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('close', (code) => (process.exitCode = code ?? 1))
