import { publicationAdded } from '@awards/shared/contract'
import { answer, answerCalls, refuse, renderRoutes } from '@awards/shared/testing'
import { screen } from '@testing-library/react'
import { routes } from '../routes.tsx'

let restore = () => {}
beforeEach(() => {
  restore = answerCalls()
})
afterEach(() => restore())

const certificate = (status: 'valid' | 'suspended' | 'revoked', renamed_at?: string) =>
  answer(publicationAdded.verifyCertificate, (input) => ({
    number: (input as { number: string }).number,
    status,
    title: 'Ondine',
    holder: 'Atelier Brumaire',
    award: 'Grand Prix',
    category: 'Furniture',
    edition: '2026',
    issued_at: '2026-07-23T10:00:00Z',
    renamed_at,
    apply_order_id: status === 'valid' ? '1' : null,
    proof:
      status === 'valid'
        ? {
            algorithm: 'Ed25519' as const,
            key_id: 'key-1',
            payload: '{"number":"C-1"}',
            signature: 'signed',
          }
        : null,
  }))

test.each([
  ['valid', 'Valid'],
  ['suspended', 'Suspended'],
  ['revoked', 'Revoked'],
] as const)('a certificate that is %s says so', async (status, heading) => {
  certificate(status)
  await renderRoutes(routes, '/verify/C-1')
  expect(await screen.findByRole('heading', { level: 2, name: heading })).toBeVisible()
  expect(screen.getByText('Ondine')).toBeVisible()
})

test('a valid certificate shows what was signed and where the keys are', async () => {
  certificate('valid')
  const { user } = await renderRoutes(routes, '/verify/C-1')
  await user.click(await screen.findByText('Check it yourself'))
  expect(screen.getByText('{"number":"C-1"}')).toBeVisible()
  expect(screen.getByText('Signature (Ed25519)')).toBeVisible()
  expect(screen.getByRole('link', { name: /Keys of the programme/ })).toHaveAttribute(
    'href',
    '/.well-known/award-certificate-keys.json',
  )
})

test('a certificate that was given to another name says when, and why a print has the earlier one', async () => {
  certificate('valid', '2026-08-02T10:00:00Z')
  await renderRoutes(routes, '/verify/C-1')
  const note = await screen.findByText(/another name/)
  expect(note).toHaveTextContent(/on 2 August 2026\. A print from before has the earlier name/)
})

test('a certificate that kept its name says nothing of another', async () => {
  certificate('valid')
  await renderRoutes(routes, '/verify/C-1')
  expect(await screen.findByText('Atelier Brumaire')).toBeVisible()
  expect(screen.queryByText(/another name/)).toBeNull()
})

test('only a valid certificate leads to the work', async () => {
  certificate('suspended')
  await renderRoutes(routes, '/verify/C-1')
  await screen.findByRole('heading', { level: 2 })
  expect(screen.getByText(/under review/)).toBeVisible()
  expect(screen.queryByRole('link', { name: /See the work/ })).not.toBeInTheDocument()
})

test('an unknown number keeps the form, which asks for the next one', async () => {
  refuse(publicationAdded.verifyCertificate, 404, 'Not found')
  const { user, location } = await renderRoutes(routes, '/verify/NOPE')
  expect(await screen.findByRole('heading', { name: 'No such certificate' })).toBeVisible()

  await user.type(screen.getByLabelText('Number of another certificate'), ' C/2 {Enter}')

  expect(location()).toBe('/verify/C%2F2')
})

test('a number in the query, as a form without scripts sends it, comes before that of the path', async () => {
  certificate('valid')
  await renderRoutes(routes, '/verify/C-1?number=C-9')
  expect(await screen.findByText('C-9')).toBeVisible()
})

test('a number that is far too long is no certificate either', async () => {
  refuse(publicationAdded.verifyCertificate, 422, { number: ['Too long'] })
  await renderRoutes(routes, `/verify/${'9'.repeat(400)}`)
  expect(await screen.findByRole('heading', { name: 'No such certificate' })).toBeVisible()
})

test('E19: without a number the page asks for the one on the certificate, and leads to it', async () => {
  certificate('valid')
  const { user } = await renderRoutes(routes, '/verify')
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Verify a certificate')
  expect(screen.queryByRole('status')).toBeNull()
  await user.type(screen.getByLabelText('Number of the certificate'), ' C-1 {Enter}')
  expect(await screen.findByRole('heading', { level: 2, name: 'Valid' })).toBeVisible()
  expect(screen.getByText('C-1')).toBeVisible()
})
