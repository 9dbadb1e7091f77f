import { registryPaths } from '@awards/shared/releases'
import { channelOf } from './arguments.ts'
import type { Command } from './command.ts'
import { changedTo, readDeployment, sendUnlessStale } from './deployments.ts'
import { describe } from './promotion.ts'
import { registryOf } from './registry.ts'

export const rollback: Command = {
  usage: '<name> --channel production [--to 1.4.2] [--reason "…"]',
  about: 'go back to the deployment before, or to a version; open tabs leave at their next page',
  shape: { name: 'required', texts: ['channel', 'to', 'reason'], needed: ['channel'] },
  async run(given) {
    const channel = channelOf(given)
    const registry = registryOf(given)
    const to = given.text('to')
    const present = await readDeployment(registry, { channel, name: given.name })
    const { body } = await sendUnlessStale(registry, present, {
      method: 'POST',
      path: registryPaths.rollback(channel, given.name),
      body: { ...(to && { to }), reason: given.text('reason') ?? '' },
    })
    const now = changedTo(registry, body)
    console.log(
      `${channel} gives ${describe(now.versions)} of ${given.name} again (revision ${now.revision}).`,
    )
    return 0
  },
}
