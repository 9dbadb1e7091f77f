import { TextArea } from '@awards/shared/ui/native/field'
import { act, cleanup } from '@testing-library/react'
import type { ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom'
import { useServerRenderedForm } from './use-server-rendered-form.ts'

let roots: { unmount(): void }[] = []
afterEach(() => {
  act(() => roots.forEach((root) => root.unmount()))
  roots = []
  cleanup()
  document.body.innerHTML = ''
})

/** Renders on the server, lets the visitor act on the document, then hydrates it. */
async function hydrated(page: ReactNode, visit: (document: HTMLElement) => void) {
  const root = document.body.appendChild(document.createElement('div'))
  root.innerHTML = renderToString(page)
  visit(root)
  await act(async () => {
    roots.push(hydrateRoot(root, page))
  })
  return root
}

let read: [string, unknown][][] = []
beforeEach(() => (read = []))

function Form() {
  const form = useServerRenderedForm((changed) => read.push([...new FormData(changed)]))
  return (
    <form ref={form}>
      <input name="name" defaultValue="Ada" />
      <select name="section" defaultValue="b">
        <option value="a">A</option>
        <option value="b">B</option>
      </select>
      <input type="checkbox" name="news" defaultChecked />
      <textarea name="text" defaultValue="" />
    </form>
  )
}

test('a form that nobody has touched is not read', async () => {
  await hydrated(<Form />, () => undefined)
  expect(read).toEqual([])
})

const at = <E extends Element>(root: ParentNode, name: string) =>
  root.querySelector(`[name=${name}]`) as unknown as E

test.each([
  ['typed', (root: ParentNode) => (at<HTMLInputElement>(root, 'name').value = 'Inès')],
  ['chosen', (root: ParentNode) => (at<HTMLSelectElement>(root, 'section').value = 'a')],
  ['ticked off', (root: ParentNode) => at<HTMLInputElement>(root, 'news').click()],
  ['written', (root: ParentNode) => (at<HTMLTextAreaElement>(root, 'text').value = 'Hello')],
])('what was %s before hydration is read once, and stays', async (_how, visit) => {
  const root = await hydrated(<Form />, visit)
  const form = root.querySelector('form')
  expect(read).toEqual([[...new FormData(form ?? undefined)]])
})

function Search() {
  const field = useServerRenderedForm<HTMLInputElement>(({ value }) => read.push([['q', value]]))
  return <input ref={field} name="q" defaultValue="" />
}

test('a single field is read like a form', async () => {
  await hydrated(<Search />, (root) => (at<HTMLInputElement>(root, 'q').value = 'refund'))
  expect(read).toEqual([[['q', 'refund']]])
})

test('a text area keeps what was typed over the text that came with the document', async () => {
  const page = <TextArea label="Message" name="message" defaultValue="Sent before" />
  const typed = await hydrated(
    page,
    (root) => (at<HTMLTextAreaElement>(root, 'message').value += ', and more'),
  )
  expect(at<HTMLTextAreaElement>(typed, 'message').value).toBe('Sent before, and more')
})

function Filters({ narrow }: { narrow: (section: string) => void }) {
  const form = useServerRenderedForm((changed) =>
    narrow(String(new FormData(changed).get('section'))),
  )
  const section = new URLSearchParams(useLocation().search).get('section') ?? ''
  return (
    <form ref={form}>
      <select name="section" value={section} onChange={({ target }) => narrow(target.value)}>
        <option value="">All</option>
        <option value="b">B</option>
      </select>
    </form>
  )
}

function List() {
  const navigate = useNavigate()
  const { search } = useLocation()
  return (
    <>
      <Filters narrow={(section) => void navigate(`/?section=${section}`)} />
      <p>{search}</p>
    </>
  )
}

test('a filter that was chosen before hydration leads to its address', async () => {
  const page = (
    <MemoryRouter>
      <List />
    </MemoryRouter>
  )
  const root = await hydrated(page, (document) => {
    at<HTMLSelectElement>(document, 'section').value = 'b'
  })
  expect(root.querySelector('p')).toHaveTextContent('?section=b')
  expect(at<HTMLSelectElement>(root, 'section').value).toBe('b')
})
