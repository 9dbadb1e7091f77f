import { renderRoutes } from '@awards/shared/testing'
import { screen } from '@testing-library/react'
import '../routes.tsx'
import { phase } from '../desk/chair.fixture.ts'
import { PhaseLine } from './phase-line.tsx'

test.each([
  [{}, /^until .*1 December 2026 at 00:59/],
  [{ is_over: true }, /^ended .*1 December 2026 at 00:59/],
  [{ is_forced: true }, /^set by hand, until it is changed$/],
])('the line of a phase with %j says when it ends', async (state, words) => {
  const Page = () => <PhaseLine phase={{ ...phase, ...state }} />
  await renderRoutes([{ path: '/', Component: Page }], '/')
  expect(await screen.findByText(words)).toBeVisible()
})
