import { startI18n } from '@awards/shared/i18n'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { FormDialog } from './form-dialog.tsx'

beforeAll(() => startI18n('en'))

const refused = (msg: string | Record<string, string[]>) => ({
  kind: 'business' as const,
  code: typeof msg === 'string' ? 409 : 422,
  msg,
})

type DialogProps = {
  error?: unknown
  onSend?: jest.Mock
  before?: ReactNode
  children?: ReactNode
}

function Dialog({ error, onSend = jest.fn(), before, children }: DialogProps) {
  const [form] = Form.useForm<{ note: string }>()
  return (
    <FormDialog
      title="Close"
      confirm="Send"
      form={form}
      error={error}
      before={before}
      refusal={() => <p role="alert">Refused</p>}
      onClose={jest.fn()}
      onSend={onSend}
    >
      <Form.Item name="note" label="Note">
        <Input />
      </Form.Item>
      {children}
    </FormDialog>
  )
}

test('sends the values of the form', async () => {
  const onSend = jest.fn()
  render(<Dialog onSend={onSend} />)
  await userEvent.type(screen.getByLabelText('Note'), 'done')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(onSend).toHaveBeenCalledWith({ note: 'done' }))
})

/**
 * Focuses the field at once, before the dialog has opened. An effect of the field cannot: with NODE_ENV "test" antd's portal is
 * attached by a passive effect, which runs after the effects of what it holds.
 */
function focusMore() {
  act(() => screen.getByLabelText('More').focus())
}

test('the first field has the focus once the dialog is open, unless another has it by then', async () => {
  const { unmount } = render(<Dialog />)
  await waitFor(() => expect(screen.getByLabelText('Note')).toHaveFocus())
  unmount()

  const onFirst = jest.fn()
  document.addEventListener('focusin', onFirst)
  render(
    <Dialog>
      <input aria-label="More" />
    </Dialog>,
  )
  focusMore()
  await userEvent.type(screen.getByLabelText('More'), 'typed at once')
  expect(screen.getByLabelText('More')).toHaveValue('typed at once')
  expect(onFirst.mock.calls.map(([{ target }]) => target)).not.toContain(
    screen.getByLabelText('Note'),
  )
  document.removeEventListener('focusin', onFirst)
})

test('a choice above the form is the first field, of which the chosen one has the focus', async () => {
  const levels = (
    <>
      <input type="radio" name="level" aria-label="Gold" />
      <input type="radio" name="level" aria-label="Silver" defaultChecked />
    </>
  )
  render(<Dialog before={levels} />)
  await waitFor(() => expect(screen.getByLabelText('Silver')).toHaveFocus())
})

test('what has the focus above the form keeps it', async () => {
  const onFirst = jest.fn()
  document.addEventListener('focusin', onFirst)
  render(<Dialog before={<input aria-label="More" />} />)
  focusMore()
  await userEvent.type(screen.getByLabelText('More'), 'typed at once')
  expect(screen.getByLabelText('More')).toHaveValue('typed at once')
  expect(onFirst.mock.calls.map(([{ target }]) => target)).not.toContain(
    screen.getByLabelText('Note'),
  )
  document.removeEventListener('focusin', onFirst)
})

test('a message about a field stands beside it, and not below the form', async () => {
  const { rerender } = render(<Dialog />)
  rerender(<Dialog error={refused({ note: ['too short'] })} />)
  expect(await screen.findByText('too short')).toBeInTheDocument()
  expect(screen.queryByText('Refused')).not.toBeInTheDocument()
})

test('any other failure stands below the form', () => {
  render(<Dialog error={refused('gone')} />)
  expect(screen.getByRole('alert')).toHaveTextContent('Refused')
})

test('the browser asks before typed values are lost', async () => {
  render(<Dialog />)
  const leave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(leave()).toBe(true)
  await userEvent.type(screen.getByLabelText('Note'), 'done')
  expect(leave()).toBe(false)
})
