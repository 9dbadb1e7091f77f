import { renderRoutes } from '@awards/shared/testing'
import { screen } from '@testing-library/react'
import '../routes.tsx'
import { DecisionTag } from './entry-marks.tsx'

test.each([
  [4, 'No award'],
  [0, 'No decision'],
])('without a level, decision %s reads "%s"', async (status, words) => {
  const Page = () => <DecisionTag award={null} status={status} />
  await renderRoutes([{ path: '/', Component: Page }], '/')
  expect(await screen.findByText(words)).toBeVisible()
})
