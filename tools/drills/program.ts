import { spawnSync } from 'node:child_process'

/** Throws with what to install where a program of Debian is not there. */
export function requireProgram(name: string, packageName = name) {
  const { error } = spawnSync('which', [name], { stdio: 'ignore' })
  const isThere = !error && spawnSync('which', [name]).status === 0
  if (!isThere)
    throw new Error(`This drill needs ${name}. Install it: apt-get install ${packageName}`)
}
