import { CHANNELS } from '@awards/shared/domain'
import type { AppContext } from '../../start/app-context.ts'
import type { ChannelModule, Connection, Providers } from './channels/provider.ts'
import { SERVER_CHANNELS } from './channels/server-channels.ts'
import type { CoreContext } from './orders/apply-payment.ts'

export type PaymentContext = ReturnType<typeof paymentContext>

const MODULES = new Map<string, ChannelModule>()
for (const channel of CHANNELS) MODULES.set(channel, await SERVER_CHANNELS[channel].load())

/** The channels of this installation: those whose credentials are set. */
export function paymentContext(context: AppContext) {
  const { channels, siteUrl } = context.config
  const connections: Connection[] = []
  const providers: Providers = {}
  for (const channel of CHANNELS) {
    const config = channels[channel]
    const connection = config && MODULES.get(channel)?.connect(config, { ...context, siteUrl })
    if (!connection) continue
    connections.push(connection)
    providers[channel] = connection.provider
  }
  const core: CoreContext = { ...context, providers }
  return { core, connections }
}
