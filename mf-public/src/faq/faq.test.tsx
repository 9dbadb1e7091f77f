import { publication } from '@awards/shared/contract'
import { answer, answerCalls, renderRoutes } from '@awards/shared/testing'
import { screen } from '@testing-library/react'
import { routes } from '../routes.tsx'

let restore = () => {}
beforeEach(() => {
  restore = answerCalls()
  answer(publication.privacyPolicyAndFaqs, () => ({
    policy: null,
    faq: [
      { id: '1', group: 'fees', question: 'Combien ça coûte ?', html: '<p>De 40 à 340 €</p>' },
      { id: '2', group: 'fees', question: 'A receipt?', html: '<p>Yes, an invoice.</p>' },
      { id: '3', group: 'jury', question: 'Who is a juror?', html: '<p>They are named.</p>' },
      { id: '4', group: 'jury', question: 'May a juror enter?', html: '<p>No.</p>' },
    ],
  }))
  Element.prototype.scrollIntoView ??= () => {}
})
afterEach(() => restore())

const isOpen = (question: RegExp) => screen.getByText(question).closest('details')?.open

test('writes the keyword to the address, opens up to three answers and marks the words', async () => {
  const { user, location } = await renderRoutes(routes, '/faq')
  expect(await screen.findByText('A receipt?')).toBeVisible()
  expect(isOpen(/A receipt/)).toBe(false)

  await user.type(screen.getByRole('searchbox'), 'INVOICE')

  expect(location()).toBe('/faq?q=INVOICE')
  expect(await screen.findByText('1 answer')).toBeVisible()
  expect(screen.getByText('invoice').tagName).toBe('MARK')
  expect(isOpen(/A receipt/)).toBe(true)
  expect(screen.queryByText('May a juror enter?')).not.toBeInTheDocument()
})

test('shows the answers to the keyword in the address', async () => {
  await renderRoutes(routes, '/faq?q=juror')
  expect(await screen.findByText('2 answers')).toBeVisible()
  expect(screen.getByRole('searchbox')).toHaveValue('juror')
})

test('opens the question that the hash of the address names', async () => {
  await renderRoutes(routes, '/faq#question-4')
  expect(await screen.findByText('May a juror enter?')).toBeVisible()
  expect(isOpen(/May a juror enter/)).toBe(true)
  expect(isOpen(/Who is a juror/)).toBe(false)
})

test('links to the contact page when nothing is found', async () => {
  await renderRoutes(routes, '/faq?q=zeppelin')
  expect(await screen.findByText('No answer mentions “zeppelin”')).toBeVisible()
  for (const link of screen.getAllByRole('link', { name: /Ask us/ })) {
    expect(link).toHaveAttribute('href', '/contact')
  }
})
