import { siteConfiguration } from '@awards/shared/client'

/** Path and query of a location as the site writes them, without the base path. */
export function withoutBase({ pathname, search }: { pathname: string; search: string }): string {
  const base = siteConfiguration().base_path.replace(/\/$/, '')
  const own = base && pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname
  return own + search
}
