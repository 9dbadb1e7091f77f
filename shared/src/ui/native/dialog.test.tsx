import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConfirmDialog, Dialog } from './dialog.tsx'

function ask() {
  const order: string[] = []
  render(
    <ConfirmDialog
      title="Delete it?"
      confirm="Delete"
      keep="Keep it"
      onConfirm={() => order.push('confirmed')}
      onClose={() => order.push('closed')}
    />,
  )
  return order
}

test('a question has the focus on the answer that changes nothing', async () => {
  const order = ask()
  expect(screen.getByRole('dialog', { name: 'Delete it?' })).toHaveProperty('open', true)
  expect(screen.getByRole('button', { name: 'Keep it' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(order).toEqual(['closed'])
})

test('a question is closed before the act, which may ask for more', async () => {
  const order = ask()
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(order).toEqual(['closed', 'confirmed'])
})

test('a press beside a dialog closes it, one inside does not', async () => {
  const onClose = jest.fn()
  render(
    <Dialog title="Keys" onClose={onClose}>
      <p>Inside</p>
    </Dialog>,
  )
  await userEvent.click(screen.getByText('Inside'))
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('dialog'))
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('a dialog is shown where what opens it is hidden', () => {
  render(
    <div hidden>
      <Dialog title="Keys" onClose={jest.fn()} />
    </div>,
  )
  expect(screen.getByRole('dialog', { name: 'Keys' })).toBeVisible()
})
