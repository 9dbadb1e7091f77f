import { connectClient, removeToken } from '@awards/shared/client'
import { oidc, publication, type IdentityRow } from '@awards/shared/contract'
import { registerNamespace } from '@awards/shared/i18n'
import { answer, answerCalls, refuse, renderRoutes, userOf } from '@awards/shared/testing'
import { screen, waitFor } from '@testing-library/react'
import '../passkeys/passkeys.tsx'
import { OrganisationCode } from './organisation-sign-in.tsx'
import { Organisations } from './organisations.tsx'

let restore = () => {}
let said: string[] = []
beforeEach(async () => {
  restore = answerCalls()
  said = []
  connectClient({ notify: (text) => void said.push(text), navigate: () => undefined })
  refuse(publication.indexWinnerList, 404, 'There are no winners yet.')
  await registerNamespace('shell', (language) => import(`../../locales/${language}.json`))
})
afterEach(() => {
  restore()
  removeToken()
})

const label = { en: 'University', fr: 'Université', zh: '大学' }
const identityOf = (identity_id: string, name: string): IdentityRow => ({
  identity_id,
  label: { ...label, en: name },
  email: null,
  linked_at: '2027-01-01T10:00:00.000Z',
  last_used_at: null,
})

test('the focus goes to the heading once an organisation is unlinked, and to the page with the last of them', async () => {
  let identities = [identityOf('1', 'Guild'), identityOf('2', 'University')]
  answer(oidc.list, () => ({ identities, providers: [], is_only_way: false }))
  answer(oidc.unlink, () => {
    identities = identities.slice(1)
    return { unlinked: true }
  })
  const page = (
    <main>
      <h1 tabIndex={-1}>Password</h1>
      <Organisations />
    </main>
  )
  const { user } = await renderRoutes([{ path: '/', element: page }], '/')
  const unlink = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: `Unlink: ${name}` }))
    await user.click(screen.getByRole('button', { name: 'Unlink the organisation' }))
    await waitFor(() => expect(screen.queryByText(name)).toBeNull())
  }
  await unlink('Guild')
  expect(screen.getByRole('heading', { name: 'Organisations' })).toHaveFocus()
  await unlink('University')
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Password' })).toHaveFocus())
})

describe('another code', () => {
  const attempt = 'a'.repeat(43)
  const provider = { id: 'university', label }
  const step = {
    step: 'code',
    attempt,
    provider,
    email: 'ada@example.org',
    resend_after: 0,
  } as const

  async function ask() {
    const elsewhere = { path: '*', element: <p>elsewhere</p> }
    const routes = [{ path: '/login', element: <OrganisationCode {...step} /> }, elsewhere]
    const page = await renderRoutes(routes, '/login')
    await page.user.click(await screen.findByRole('button', { name: 'Send again' }))
    return page
  }

  test('that is refused says why', async () => {
    refuse(oidc.resume, 410, 'This took too long. Begin again.', { reason: 'OIDC_EXPIRED' })
    await ask()
    await waitFor(() => expect(said).toEqual(['This took too long. Begin again.']))
  })

  test('is of the sign-in that the page shows', async () => {
    let asked: unknown
    answer(oidc.resume, (input) => {
      asked = input
      return { ...step, resend_after: 60 }
    })
    await ask()
    expect(await screen.findByText('A code is on its way to you.')).toBeVisible()
    expect(asked).toEqual({ attempt })
  })

  test('is no longer needed where the device is trusted meanwhile', async () => {
    const expires_at = '2027-01-01T10:00:00.000Z'
    answer(oidc.resume, () => ({
      step: 'signed_in' as const,
      token: 'token',
      expires_at,
      user: userOf(2),
    }))
    const { location } = await ask()
    await waitFor(() => expect(location()).toBe('/subjuryreview'))
  })
})
