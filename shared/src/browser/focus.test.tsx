import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRoving } from './focus.ts'

function Row({ more = false }: { more?: boolean }) {
  const row = useRoving<HTMLDivElement>()
  return (
    <>
      <div ref={row} role="toolbar" aria-label="row">
        <a href="/one">one</a>
        <input aria-label="words" defaultValue="ab" />
        <button type="button" tabIndex={-1}>
          never a stop
        </button>
        <button type="button">two</button>
        {more && <button type="button">three</button>}
      </div>
      <button type="button">after</button>
    </>
  )
}
const active = () => document.activeElement?.textContent || document.activeElement?.ariaLabel

test('a row is one stop of the tab key, the arrows go round in it, and it remembers its place', async () => {
  const user = userEvent.setup()
  render(<Row />)
  await user.tab()
  expect(active()).toBe('one')
  await user.tab()
  expect(active()).toBe('after')
  await user.tab({ shift: true })
  await user.keyboard('{ArrowLeft}')
  expect(active()).toBe('two')
  await user.tab()
  await user.tab({ shift: true })
  expect(active()).toBe('two')
  await user.keyboard('{ArrowRight}')
  expect(active()).toBe('one')
})

test('in a field the arrows move the caret first', async () => {
  const user = userEvent.setup()
  render(<Row />)
  const field = screen.getByRole<HTMLInputElement>('textbox')
  field.focus()
  field.setSelectionRange(1, 1)
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(field)
  field.setSelectionRange(2, 2)
  await user.keyboard('{ArrowRight}')
  expect(active()).toBe('two')
})

test('what comes later is no further stop', async () => {
  const user = userEvent.setup()
  const { rerender } = render(<Row />)
  rerender(<Row more />)
  await screen.findByText('three')
  await user.tab()
  await user.tab()
  expect(active()).toBe('after')
  await user.tab({ shift: true })
  await user.keyboard('{ArrowLeft}')
  expect(active()).toBe('three')
})
