import { buildRemote } from './build.ts'
import type { Command } from './command.ts'
import { readDeployment } from './deployments.ts'
import { promoteRelease } from './promote.ts'
import { publishRelease } from './publish.ts'
import { registryOf } from './registry.ts'

export const ship: Command = {
  usage: '<name> [--version 1.5.0] [--reason "…"]',
  about: 'build, publish and give it to everybody in staging',
  shape: { name: 'required', texts: ['version', 'reason'] },
  async run(given) {
    const registry = registryOf(given)
    const place = { channel: 'staging', name: given.name } as const
    // Whoever ships while this one builds is not overwritten.
    const { revision } = await readDeployment(registry, place)
    const version = await buildRemote(given.name, given.text('version'))
    await publishRelease(registry, { ...place, version })
    await promoteRelease(registry, place, {
      version,
      reason: given.text('reason') ?? '',
      ifRevision: revision,
    })
    return 0
  },
}
