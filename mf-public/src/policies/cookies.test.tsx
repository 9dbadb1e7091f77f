import { publication } from '@awards/shared/contract'
import { answer, answerCalls, renderRoutes } from '@awards/shared/testing'
import { POLICY_TYPES } from '@awards/shared/rules'
import { screen } from '@testing-library/react'
import { routes } from '../routes.tsx'

let restore = () => {}
beforeEach(() => {
  restore = answerCalls()
  const policy = {
    type: POLICY_TYPES.cookies,
    title: 'Cookies',
    version: '1',
    html: '<p>Few.</p>',
    effective_at: '2026-01-01T00:00:00Z',
  }
  answer(publication.privacyPolicyAndFaqs, () => ({ policy, faq: [] }))
})
afterEach(() => restore())

test('L1: a visitor refuses the cookie of gradual rollouts, and may take part again', async () => {
  const { user } = await renderRoutes(routes, '/cookies')
  const box = await screen.findByRole('checkbox', { name: /new versions of pages/ })
  expect(box).toBeChecked()
  expect(screen.getByText(/mfe_uid/)).toBeVisible()

  await user.click(box)
  expect(document.cookie).toContain('rollout=off')
  expect(screen.getByRole('status')).toHaveTextContent('You always get the proven version.')

  await user.click(box)
  expect(document.cookie).toContain('rollout=on')
})
