import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as testingLibrary from '@testing-library/dom'

/** A pattern of words as it crosses to the page. */
type Words = { source: string; flags: string }

/** A step from the elements found so far to the next ones; a list of them is what a locator stands for. */
export type Step =
  | { by: 'css'; css: string }
  | { by: 'role'; role: string; name?: Words }
  | { by: 'label'; words: Words }
  | { by: 'text'; words: Words }
  | { by: 'has'; words: Words }
  | { by: 'nth'; index: number }
  | { by: 'or'; steps: readonly Step[] }

/** Words as Playwright takes them: a text is part of what is looked for, whatever the case, unless it is `exact`. */
export function wordsOf(text: string | RegExp, { exact = false } = {}): Words {
  if (text instanceof RegExp) return { source: text.source, flags: text.flags }
  const source = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return exact ? { source: `^${source}$`, flags: '' } : { source, flags: 'i' }
}

/** The queries of Testing Library, as a script that a page can run. */
export const QUERIES = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.js'),
  'utf8',
)

type Queries = Pick<
  typeof testingLibrary,
  'queryAllByRole' | 'queryAllByLabelText' | 'queryAllByText'
>

/** Runs in the page: the elements to which the steps lead, in the order of the document. */
export function findElements(steps: readonly Step[]): Element[] {
  const { queryAllByRole, queryAllByLabelText, queryAllByText } = (
    window as unknown as { TestingLibraryDom: Queries }
  ).TestingLibraryDom
  const pattern = ({ source, flags }: Words) => new RegExp(source, flags)
  const inOrder = (elements: Element[]) =>
    [...new Set(elements)].sort((a, b) =>
      a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    )
  const follow = (start: Element[], path: readonly Step[]): Element[] => {
    let found = start
    for (const step of path) {
      const below = (query: (root: HTMLElement) => Iterable<Element>) =>
        inOrder(found.flatMap((root) => [...query(root as HTMLElement)]))
      switch (step.by) {
        case 'css':
          found = below((root) => root.querySelectorAll(step.css))
          break
        case 'role': {
          const options = step.name ? { name: pattern(step.name) } : {}
          found = below((root) => queryAllByRole(root, step.role, options))
          break
        }
        case 'label':
          found = below((root) => queryAllByLabelText(root, pattern(step.words)))
          break
        case 'text':
          found = below((root) => queryAllByText(root, pattern(step.words)))
          break
        case 'has':
          found = found.filter((one) => pattern(step.words).test(one.textContent ?? ''))
          break
        case 'nth':
          found = found.slice(step.index).slice(0, 1)
          break
        case 'or':
          found = inOrder([...found, ...follow([document.body], step.steps)])
      }
    }
    return found
  }
  return follow([document.body], steps)
}
