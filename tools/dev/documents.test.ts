import { securityHeaders } from '../../platform/src/site/document.ts'
import { withOverlays } from './front.ts'

test('the policy of the site stays, but for the overlays of the builds', () => {
  const { 'content-security-policy': policy } = securityHeaders('abc')
  const before = policy.split('; ')
  const after = withOverlays(policy, ['shell', 'mf-jury']).split('; ')
  const changed = after.filter((part) => !before.includes(part))
  expect(changed).toEqual([
    'trusted-types default awards-html awards-start overlay-shell overlay-mf-jury',
    "style-src-attr 'unsafe-inline'",
  ])
  expect(before.filter((part) => !after.includes(part))).toEqual([
    'trusted-types default awards-html awards-start',
  ])
})
