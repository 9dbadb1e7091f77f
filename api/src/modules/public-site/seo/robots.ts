import { DESK_ROUTES, ENTRANT_ROUTES, SPECIFICATION_ROUTES } from '@awards/shared/domain'
import type { Config } from '../../../start/config.ts'

/** What only people who are signed in, or programs, have a use for. */
const NOT_FOR_ROBOTS = [
  ...['/api/', '/files/'],
  ...[...SPECIFICATION_ROUTES, ...ENTRANT_ROUTES, ...DESK_ROUTES]
    .map(({ path }) => path)
    .filter((path) => path !== '/' && path !== '*'),
]

/** Tells robots what to read; a site where releases are tried is not for them at all. */
export function robotsText({ channel, siteUrl }: Pick<Config, 'channel' | 'siteUrl'>): string {
  if (channel === 'staging') return 'User-agent: *\nDisallow: /\n'
  return [
    'User-agent: *',
    ...NOT_FOR_ROBOTS.map((path) => `Disallow: ${path}`),
    // Search engines that run the scripts of a page let it ask what visitors read.
    'Allow: /api/index/',
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ].join('\n')
}
