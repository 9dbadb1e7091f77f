import type { SiteIdentity } from './site-identity.ts'

/** The settings of the server that the browser may know. */
export type SiteSettings = {
  readonly homePath: string
  readonly publicSiteUrl: string
  readonly adminSiteUrl: string
}

/** Inlined in every document; the browser reads it with `siteConfiguration()` of shared/client. */
export const siteConfiguration = (settings: SiteSettings, identity: SiteIdentity) => ({
  ...identity,
  api_base_url: '/api',
  base_path: '/',
  home_path: settings.homePath,
  public_site_url: settings.publicSiteUrl,
  admin_site_url: settings.adminSiteUrl,
})
