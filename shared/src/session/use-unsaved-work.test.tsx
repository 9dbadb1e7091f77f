import { render } from '@testing-library/react'
import { useUnsavedWork } from './use-unsaved-work.ts'

const Page = ({ isDirty }: { isDirty: boolean | (() => boolean) }) => {
  useUnsavedWork(isDirty)
  return null
}
const isHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('the tab is held exactly while there is unsaved work', () => {
  const page = render(<Page isDirty={false} />)
  expect(isHeld()).toBe(false)
  page.rerender(<Page isDirty />)
  expect(isHeld()).toBe(true)
  page.rerender(<Page isDirty={false} />)
  expect(isHeld()).toBe(false)
  page.rerender(<Page isDirty />)
  page.unmount()
  expect(isHeld()).toBe(false)
})

test('a question is asked at the moment', () => {
  let isDirty = false
  render(<Page isDirty={() => isDirty} />)
  expect(isHeld()).toBe(false)
  isDirty = true
  expect(isHeld()).toBe(true)
})
