import { expect, test } from '@playwright/test'

export { expect, test }

/** What a test proves of the specification; goes in front of its body. The report of the run names it. */
export const proves = (...ids: string[]) => ({
  annotation: ids.map((description) => ({ type: 'proves', description })),
})
