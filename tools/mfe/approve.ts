import { Proposal, registryPaths } from '@awards/shared/releases'
import { channelOf } from './arguments.ts'
import type { Command } from './command.ts'
import { changedTo } from './deployments.ts'
import { describe } from './promotion.ts'
import { registryOf } from './registry.ts'

export const approve: Command = {
  usage: '<name> --channel production [--accept-failures]',
  about: 'agree to what somebody else proposed, where two persons are needed',
  shape: { name: 'required', texts: ['channel'], needed: ['channel'], flags: ['accept-failures'] },
  async run(given) {
    const channel = channelOf(given)
    const registry = registryOf(given)
    const path = registryPaths.approve(channel, given.name)
    const { versions, proposed_by, proposed_at, reason } = await registry.get(path, Proposal)
    const why = reason ? ` (${reason})` : ''
    console.log(`${proposed_by} proposed at ${proposed_at}: ${describe(versions)}${why}`)
    const { body } = await registry.send('POST', path, {
      body: { proposed_at, accept_failures: given.flag('accept-failures') },
    })
    const now = changedTo(registry, body)
    console.log(`${channel} gives ${describe(now.versions)} of ${given.name}.`)
    return 0
  },
}
