import type { CDPSession, Locator, Page } from '@playwright/test'

/** A place at which the keyboard stopped, as a screen reader would name it. */
export type Stop = { role: string; name: string; wrong: string[] }

/** The keyboard of somebody who has no mouse: walks from control to control, and looks at each. */
export type Keyboard = {
  /** Everywhere that it stopped so far. */
  stops: Stop[]
  /** Walks on with Tab until a control has the focus. */
  to(target: Locator): Promise<void>
  /** Walks to a control and presses a key on it. */
  press(target: Locator, key?: 'Enter' | 'Space'): Promise<void>
  /** Walks to a text field and types over what is in it. */
  type(target: Locator, text: string): Promise<void>
  /** After a change of the screen the focus must stand somewhere, not at the top of the document. */
  expectFocus(): Promise<void>
}

const MOST_PRESSES = 150

export async function keyboardOf(page: Page): Promise<Keyboard> {
  const devtools = await page.context().newCDPSession(page)
  const stops: Stop[] = []
  const isFocused = (target: Locator) =>
    target.evaluate((element) => element === document.activeElement)
  const keyboard: Keyboard = {
    stops,
    async to(target) {
      await target.waitFor({ state: 'attached' })
      for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
        if (await isFocused(target)) return
        await page.keyboard.press('Tab')
        stops.push(await lookAt(page, devtools))
      }
      const path = stops.slice(-8).map(({ role, name }) => `${role} "${name}"`)
      throw new Error(`The keyboard does not reach ${String(target)}. Last: ${path.join(', ')}`)
    },
    async press(target, key = 'Enter') {
      await keyboard.to(target)
      await page.keyboard.press(key)
    },
    async type(target, text) {
      await keyboard.to(target)
      await page.keyboard.type(text)
    },
    async expectFocus() {
      await page.waitForFunction(
        () => document.activeElement !== null && document.activeElement !== document.body,
      )
    },
  }
  return keyboard
}

/** Name and role from the accessibility tree; whether anybody can see where the focus is. */
async function lookAt(page: Page, devtools: CDPSession): Promise<Stop> {
  const { result } = await devtools.send('Runtime.evaluate', {
    expression: 'document.activeElement',
  })
  if (!result.objectId) return { role: '', name: '', wrong: ['the focus is nowhere'] }
  const { nodes } = await devtools.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId,
    fetchRelatives: false,
  })
  const role = String(nodes[0]?.role?.value ?? '')
  const name = String(nodes[0]?.name?.value ?? '')
  const wrong = await lastingProblems(page)
  if (name.trim() === '' && !wrong.includes(LEFT)) wrong.push('it has no name')
  return { role, name, wrong }
}

/** The browser scrolls to the focus in a frame of its own, which a busy machine draws late. */
const MOST_FRAMES = 120

/** What is wrong with the place of the focus and stays so while some frames are drawn. */
async function lastingProblems(page: Page): Promise<string[]> {
  let wrong = await page.evaluate(problemsOfFocus)
  for (
    let frames = 0;
    frames < MOST_FRAMES && wrong.length > 0 && !wrong.includes(LEFT);
    frames += 1
  ) {
    await page.evaluate(() => new Promise(requestAnimationFrame))
    wrong = await page.evaluate(problemsOfFocus)
  }
  return wrong
}

/** After the last control the focus is in the browser's own bar; the next Tab comes back. */
const LEFT = 'the focus left the page'

function problemsOfFocus(): string[] {
  const element = document.activeElement
  if (!element || element === document.body) return ['the focus left the page']
  const wrong: string[] = []
  const drawn = [
    element,
    ...element.children,
    ...(element.parentElement?.children ?? []),
    ...[1, 2, 3].flatMap((level) => {
      let parent: Element | null = element
      for (let up = 0; up < level; up += 1) parent = parent?.parentElement ?? null
      return parent ? [parent] : []
    }),
  ]
  const isMarked = drawn.some((one) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
  })
  if (!isMarked) wrong.push('nothing shows that it has the focus')
  const { top, bottom, left, right } = element.getBoundingClientRect()
  if (bottom < 0 || right < 0 || top > innerHeight || left > innerWidth) {
    wrong.push('it is outside of the screen')
  }
  return wrong
}

/** Stops at which something is wrong, each once. */
export const faultsOf = ({ stops }: Keyboard): string[] => [
  ...new Set(
    stops.flatMap(({ role, name, wrong }) =>
      wrong.filter((one) => one !== LEFT).map((one) => `${role} "${name}": ${one}`),
    ),
  ),
]
