import { fireEvent, render, screen } from '@testing-library/react'
import { useShortcuts } from './use-shortcuts.ts'

function Page({ onHelp, isOpen }: { onHelp: () => void; isOpen: boolean }) {
  useShortcuts({ '?': onHelp })
  return (
    <dialog open={isOpen}>
      <input aria-label="words" />
    </dialog>
  )
}

/** Presses `?` in the field of the dialog, where the focus is; true when the page took it. */
function pressed(isOpen: boolean) {
  const onHelp = jest.fn()
  render(<Page onHelp={onHelp} isOpen={isOpen} />)
  fireEvent.keyDown(screen.getByLabelText('words'), { key: '?', code: 'Slash' })
  return onHelp.mock.calls.length === 1
}

test('a key pressed right after a dialog has closed is for the page, though the focus is in its field still', () => {
  expect(pressed(false)).toBe(true)
})

test('a key typed into the field of an open dialog is for the field', () => {
  expect(pressed(true)).toBe(false)
})
