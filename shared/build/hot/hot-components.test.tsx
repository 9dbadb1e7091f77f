import { act, render, screen } from '@testing-library/react'
import { memo, useState } from 'react'
import { hotModule, showEdition } from './hot-components.ts'

let file = 0
let name = ''
beforeEach(() => {
  file += 1
  name = `mf-x/src/${file}.tsx`
})

type Module = { fingerprint?: string; hooks?: string; heading: string }

/** Evaluates a module with a page that counts clicks, as after an edit. */
function evaluate({ fingerprint = 'module', hooks = 'hooks', heading }: Module) {
  return hotModule(name, fingerprint).component('Page', hooks, () => {
    const [count, setCount] = useState(0)
    return (
      <button type="button" onClick={() => setCount(count + 1)}>
        {heading} {count}
      </button>
    )
  })
}

function opened() {
  const Page = evaluate({ heading: 'before' })
  render(<Page />)
  act(() => screen.getByRole('button').click())
  expect(screen.getByRole('button')).toHaveTextContent('before 1')
  return Page
}

/** What the page says after the module was evaluated again. */
function edited(module: Module) {
  const Page = evaluate(module)
  act(showEdition)
  return { Page, text: screen.getByRole('button').textContent }
}

test('a component keeps its state while an edit changes what it draws', () => {
  const before = opened()
  expect(edited({ heading: 'after' })).toEqual({ Page: before, text: 'after 1' })
})

test('with other hooks it begins anew', () => {
  opened()
  expect(edited({ heading: 'after', hooks: 'others' }).text).toBe('after 0')
  act(() => screen.getByRole('button').click())
  expect(edited({ heading: 'later', hooks: 'others' }).text).toBe('later 1')
})

test('so does every component after an edit beside them', () => {
  opened()
  hotModule('mf-x/src/limits.ts', 'three')
  hotModule('mf-x/src/limits.ts', 'four')
  expect(edited({ heading: 'after' }).text).toBe('after 0')
})

test('a memoised component is drawn anew, and stays the same one', () => {
  const evaluated = (heading: string) => {
    const hot = hotModule(name, 'module')
    return hot.memo('Row', memo(hot.component('Row', '', () => <p>{heading}</p>)))
  }
  const Row = evaluated('before')
  render(<Row />)
  expect(evaluated('after')).toBe(Row)
  act(showEdition)
  expect(screen.getByText('after')).toBeVisible()
})
