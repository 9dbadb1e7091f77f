import type { Locator, Page } from '@playwright/test'
import { until } from '../harness/until.ts'

/** A careful person: three seconds to find and press something, 40 words of five letters a minute to type. */
const PRESS_S = 3
const LETTER_S = 60 / (40 * 5)
/** No list of the desk is longer. */
const MOST_OPTIONS = 60

export type Person = {
  press(target: Locator): Promise<void>
  /** Ticks a checkbox or a radio button. */
  tick(target: Locator): Promise<void>
  write(target: Locator, text: string): Promise<void>
  /** Sets a field of date and time, which a browser has its own way to type in. */
  date(target: Locator, value: string): Promise<void>
  /** Takes an option of a list that opens. */
  choose(list: Locator, option: string): Promise<void>
  /** Presses and letters until now, and how long a careful person takes for them. */
  effort(): { presses: number; letters: number; minutes: number }
}

/**
 * Does at a page what a person does there, by the pointer or by the keyboard alone, and counts it. By keyboard each
 * thing is reached by the focus and pressed by its key, so what cannot have the focus cannot be used.
 */
export function personAt(page: Page, hand: 'pointer' | 'keyboard'): Person {
  const byPointer = hand === 'pointer'
  let [presses, letters] = [0, 0]
  const key = async (target: Locator, name: string) => {
    await until(() => target.isEnabled(), true)
    await target.focus()
    await page.keyboard.press(name)
  }
  return {
    async press(target) {
      presses += 1
      await (byPointer ? target.click() : key(target, 'Enter'))
    },
    async tick(target) {
      presses += 1
      await (byPointer ? target.click() : key(target, 'Space'))
    },
    async write(target, text) {
      presses += 1
      letters += text.length
      if (byPointer) await target.click()
      else {
        // A record that is being added has no field yet, and the one before it may be closed for good.
        await until(() => target.isEnabled(), true)
        await target.focus()
      }
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    async date(target, value) {
      presses += 1
      letters += value.length
      await target.fill(value)
    },
    async choose(list, option) {
      presses += 2
      const isSearched = (await list.getAttribute('readonly')) === null
      await (byPointer ? list.click() : key(list, 'ArrowDown'))
      if (isSearched) {
        letters += option.length
        await page.keyboard.type(option)
      }
      if (byPointer) return page.getByTitle(option, { exact: true }).last().click()
      // That of this list: the one of the list before may still be fading out.
      const options = `[id="${await list.getAttribute('aria-controls')}"]`
      const active = page.locator(
        `.ant-select-dropdown:has(${options}) .ant-select-item-option-active`,
      )
      for (let place = 0; (await active.textContent()) !== option; place += 1) {
        if (place === MOST_OPTIONS) throw new Error(`The keyboard does not come to ${option}`)
        presses += 1
        await page.keyboard.press('ArrowDown')
      }
      await page.keyboard.press('Enter')
    },
    effort: () => ({ presses, letters, minutes: (presses * PRESS_S + letters * LETTER_S) / 60 }),
  }
}
