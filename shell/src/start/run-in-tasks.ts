type Scheduler = { scheduler?: { yield?(): Promise<void> } }

/** Yields to the main thread: pending input runs first; continues at once when there is none. */
export const yieldToMain = () =>
  (globalThis as Scheduler).scheduler?.yield?.() ??
  new Promise<void>((resolve) => {
    setTimeout(resolve)
  })

/**
 * Runs each function in a task of its own, so that a server-rendered page answers input while its first script is
 * evaluated.
 */
export async function runInTasks(tasks: readonly (() => Promise<unknown>)[]) {
  for (const task of tasks) {
    await task()
    await yieldToMain()
  }
}
