type Scheduler = { scheduler?: { yield?(): Promise<void> } }

/** Lets the browser answer whoever waits, and goes on at once where nobody does. */
export const yieldToMain = () =>
  (globalThis as Scheduler).scheduler?.yield?.() ??
  new Promise<void>((resolve) => {
    setTimeout(resolve)
  })

/**
 * Does one thing after the other, in a task each: a page that stands already must not be deaf while
 * its first script is evaluated as a whole.
 */
export async function runInTasks(tasks: readonly (() => Promise<unknown>)[]) {
  for (const task of tasks) {
    await task()
    await yieldToMain()
  }
}
