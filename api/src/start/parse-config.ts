import type { Channel } from '@awards/shared/domain'
import { z } from 'zod'
import { ConfigError, problemsOf } from '../lib/errors.ts'
import { SERVER_CHANNELS } from '../modules/payments/channels/server-channels.ts'
import { siteConfig, SITE_SETTINGS, type Config } from './config.ts'

// Not CHANNELS: the domain is loaded later, when the compile cache is on.
const CHANNELS = Object.keys(SERVER_CHANNELS) as Channel[]

/** The environment variables of all payment channels; each stands in the folder of its channel. */
const CHANNEL_SETTINGS: z.ZodRawShape = Object.fromEntries(
  CHANNELS.flatMap((channel) => Object.entries(SERVER_CHANNELS[channel].settings)),
)
const Site = z.object(SITE_SETTINGS)
const Environment = Site.extend(CHANNEL_SETTINGS)

/** Validates the environment; throws a `ConfigError` with every invalid setting. Creates DATA_DIR/secret if needed. */
export function parseConfig(env: NodeJS.ProcessEnv): Config {
  // Compose files and shells pass unset variables as empty strings.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) throw new ConfigError(problemsOf(parsed.error, given))
  const site = siteConfig(Site.parse(given))
  const channels: Config['channels'] = {}
  for (const channel of CHANNELS) {
    const config = SERVER_CHANNELS[channel].configOf(parsed.data, site)
    if (config) channels[channel] = config
  }
  return { ...site, channels }
}
