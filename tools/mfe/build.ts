import type { Command } from './command.ts'
import { runTool } from '../run/processes.mjs'
import { folderOf, lastBuilt } from './workspace.ts'
import { CommandError } from './usage-error.ts'

/** Builds a remote and gives the version that came out. */
export async function buildRemote(name: string, version?: string): Promise<string> {
  folderOf(name)
  const env = version === undefined ? {} : { MFE_VERSION: version }
  const code = await runTool('tools/build.mjs', [name], { env })
  if (code !== 0) throw new CommandError(`${name} could not be built; the messages above say why.`)
  return version ?? lastBuilt(name)
}

export const build: Command = {
  usage: '<name> [--version 1.5.0]',
  about: 'build a release of a remote into dist/mfe',
  shape: { name: 'required', texts: ['version'] },
  async run(given) {
    const version = await buildRemote(given.name, given.text('version'))
    console.log(`${given.name} ${version} is in dist/mfe/${given.name}/${version}.`)
    return 0
  },
}
