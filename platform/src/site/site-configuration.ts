import { z } from 'zod'
import type { Translated } from '@awards/shared/domain'
import type { Channel } from '@awards/shared/releases'
import type { SiteIdentity } from '../../../api/src/modules/editions/editions.repository.ts'

/** Server settings that are public. */
export type SiteSettings = {
  readonly siteUrl: string
  readonly homePath: string
  readonly publicSiteUrl: string
  readonly adminSiteUrl: string
  readonly channel: Channel
  readonly pins: 'on' | 'preview' | 'off'
  readonly simulatorPage?: string | undefined
  readonly vitalsSample: number
  readonly providers: readonly { readonly id: string; readonly label: Translated }[]
}

const ShellVersion = z.object({ version: z.string() })
const UNKNOWN_VERSION = '0.0.0'

/** Version from the shell's release file; `0.0.0` if it is missing or invalid. */
export function shellVersion(release: unknown): string {
  const parsed = ShellVersion.safeParse(release)
  return parsed.success ? parsed.data.version : UNKNOWN_VERSION
}

/** Configuration inlined in every document; the browser reads it with `siteConfiguration()` of shared/client. */
export const siteConfiguration = (
  settings: SiteSettings,
  identity: SiteIdentity,
  shell: string,
) => ({
  ...identity,
  api_base_url: '/api',
  base_path: '/',
  home_path: settings.homePath,
  site_url: settings.siteUrl,
  public_site_url: settings.publicSiteUrl,
  admin_site_url: settings.adminSiteUrl,
  channel: settings.channel,
  pins: settings.pins,
  vitals_sample: settings.vitalsSample,
  sign_in_with: settings.providers.map(({ id, label }) => ({ id, label })),
  payment_simulator: settings.simulatorPage ?? '',
  shell_version: shell,
})
