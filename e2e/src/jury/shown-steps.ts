import type { Locator, Page } from '@playwright/test'

const HIGHEST_MARK = 20
const round = (value: number) => Math.round((value + Number.EPSILON) * 100) / 100
const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** The mean without the highest and the lowest, from five values on. */
const trimmed = (values: readonly number[]) => {
  const sorted = values.toSorted((one, other) => one - other)
  return mean(sorted.length >= 5 ? sorted.slice(1, -1) : sorted)
}

/** Numbers of each row of a table, by its row headers; the heads of its columns beside them. */
async function numbersOf(table: Locator) {
  await table.waitFor()
  const head = await table.getByRole('columnheader').allInnerTexts()
  const rows = await table
    .getByRole('row')
    .filter({ has: table.page().getByRole('rowheader') })
    .all()
  const cells = await Promise.all(
    rows.map(async (row) => (await row.getByRole('cell').allInnerTexts()).map(Number)),
  )
  return { head, cells }
}

/**
 * What the view "How this figure came about" shows of the first level, and the same computed by hand from it: totals from
 * the marks and the weights of the criteria, the trimmed mean from the totals.
 */
export async function shownSteps(page: Page) {
  const table = page.getByRole('table', { name: 'First level: The votes' })
  const { head, cells } = await numbersOf(table)
  const criteria = head.slice(1, -1)
  const weights = criteria.map((name) => Number(/ × ([\d.]+)$/.exec(name)?.[1] ?? 1))
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const totals = cells.map((row) => row.at(-1) ?? Number.NaN)
  const totalsByHand = cells.map((row) =>
    round(
      (100 * weights.reduce((all, weight, index) => all + weight * (row[index] ?? 0), 0)) /
        (HIGHEST_MARK * sum),
    ),
  )
  return { totals, totalsByHand, trimmedByHand: round(trimmed(totalsByHand)) }
}
