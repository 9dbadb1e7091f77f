import { BusinessError } from '@awards/shared/client'
import { renderRoutes } from '@awards/shared/testing'
import { screen } from '@testing-library/react'
import '../routes.tsx'
import { NoQuote } from './quoted-price.tsx'

const show = (code: number, msg: string) =>
  renderRoutes(
    [
      {
        path: '/',
        element: <NoQuote error={new BusinessError(code, msg, null)} retry={() => undefined} />,
      },
    ],
    '/',
  )

test('an address of nothing that is mine leads to the account, and asks nobody to try again', async () => {
  await show(404, 'This entry does not exist, or is not yours.')
  expect(
    await screen.findByRole('heading', {
      level: 1,
      name: 'There is nothing to pay at this address',
    }),
  ).toBeVisible()
  expect(screen.getByText('This entry does not exist, or is not yours.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'To your entries' })).toHaveAttribute('href', '/account')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('a server that fails is tried again', async () => {
  await show(503, 'The site is being started.')
  expect(await screen.findByText('There is no price to pay at the moment')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
})
