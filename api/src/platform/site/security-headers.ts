import { registryPaths } from '@awards/shared/platform'

/**
 * Headers of every HTML answer. The nonce is for the styles that antd writes while it runs. Of the two
 * names of Trusted Types the shell's first module takes `default`, text of the programme the second, and the
 * script that starts a page with content the third.
 */
export const securityHeaders = (nonce: string) => ({
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types default awards-html awards-start',
    `report-uri ${registryPaths.reports}`,
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
})
