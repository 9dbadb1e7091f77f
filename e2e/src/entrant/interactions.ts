import type { Page } from '@playwright/test'

/*
 * What a hand does besides typing, counted by what the page is really told, not by what a test believes
 * to do:
 *  - every press of the mouse counts one, wherever it falls;
 *  - every key counts one that is no typing: Enter, Space on a control, arrows, Escape;
 *  - Tab counts one, unless it leads from one text field to the next, as it does for a person who types;
 *  - files chosen in the dialogue of the system count one, on top of the press that opened it.
 * Letters, digits and corrections in a text field are typing. What happens in the visitor's mail program
 * is not on the site; the code that is read there is typed.
 */
export type Interactions = { list: string[]; tabs: () => number }

declare global {
  interface Window {
    tellInteraction?: (kind: 'press' | 'tab', what: string) => void
  }
}

/** Counts from the next document on. */
export async function countInteractions(page: Page): Promise<Interactions> {
  const list: string[] = []
  let free = 0
  await page.exposeFunction('tellInteraction', (kind: 'press' | 'tab', what: string) => {
    if (kind === 'press') list.push(what)
    else free += 1
  })
  page.on('filechooser', () => list.push('files chosen'))
  await page.addInitScript(listen)
  return { list, tabs: () => free }
}

function listen() {
  const isText = (element: unknown) =>
    element instanceof Element &&
    element.matches('textarea, input:not([type=checkbox], [type=radio], [type=file])')
  const nameOf = (element: EventTarget | null) => {
    if (!(element instanceof Element)) return ''
    const control = element.closest('a, button, label, input, textarea, [role]') ?? element
    return (control.getAttribute('aria-label') ?? control.textContent ?? control.tagName)
      .trim()
      .slice(0, 40)
  }
  addEventListener(
    'pointerdown',
    ({ isTrusted, target }) => {
      if (isTrusted) window.tellInteraction?.('press', `click: ${nameOf(target)}`)
    },
    true,
  )
  addEventListener(
    'keydown',
    ({ isTrusted, key, target }) => {
      if (!isTrusted || ['Shift', 'Control', 'Alt', 'Meta'].includes(key)) return
      if (key === 'Tab') {
        setTimeout(() => {
          const isTyping = isText(target) && isText(document.activeElement)
          window.tellInteraction?.(isTyping ? 'tab' : 'press', 'Tab')
        })
        return
      }
      const isWritten = key.length === 1 || key === 'Backspace' || key === 'Delete'
      const isLine = key === 'Enter' && target instanceof HTMLTextAreaElement
      if (isText(target) && (isWritten || isLine)) return
      window.tellInteraction?.('press', `key: ${key}`)
    },
    true,
  )
}
