import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { registerNamespace, startI18n } from './languages.ts'

const Late = () => <p>{useTranslation('late').t('title' as never)}</p>

test('texts that are registered after they were asked for come to the screen, in place of their keys', async () => {
  await startI18n('en')
  render(
    <Suspense fallback={null}>
      <Late />
    </Suspense>,
  )
  await screen.findByText('title')
  await act(() => registerNamespace('late', async () => ({ default: { title: 'The late title' } })))
  expect(await screen.findByText('The late title')).toBeVisible()
})
