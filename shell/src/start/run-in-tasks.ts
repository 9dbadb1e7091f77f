type Scheduler = { scheduler?: { yield?(): Promise<void> } }

/** Lets the browser answer whoever waits, and goes on at once where nobody does. */
export const giveWay = () =>
  (globalThis as Scheduler).scheduler?.yield?.() ??
  new Promise<void>((goOn) => {
    setTimeout(goOn)
  })

/**
 * Does one thing after the other, in a task each: a page that stands already must not be deaf while
 * its first script is evaluated as a whole.
 */
export async function inPortions(portions: readonly (() => Promise<unknown>)[]) {
  for (const portion of portions) {
    await portion()
    await giveWay()
  }
}
