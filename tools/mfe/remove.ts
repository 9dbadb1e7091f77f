import { channelOf } from './arguments.ts'
import type { Command } from './command.ts'
import { changeDeployment, readDeployment } from './deployments.ts'
import { registryOf } from './registry.ts'

export const remove: Command = {
  usage: '<name> --channel staging [--reason "…"]',
  about: 'take a remote out of a channel: its pages are not found there any more',
  shape: { name: 'required', texts: ['channel', 'reason'], needed: ['channel'] },
  async run(given) {
    const place = { channel: channelOf(given), name: given.name }
    const registry = registryOf(given)
    const present = await readDeployment(registry, place)
    if (present.versions.length === 0) {
      console.log(`${place.channel} has nothing of ${place.name}.`)
      return 0
    }
    await changeDeployment(registry, present, { versions: [], reason: given.text('reason') ?? '' })
    return 0
  },
}
