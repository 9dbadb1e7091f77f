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

/** The number of a cell, which may have a word beside it, as an outlier has. */
const numberIn = (text: string) =>
  Number(/^[\d,.]+/.exec(text)?.[0].replaceAll(',', '') ?? Number.NaN)

/** Numbers of each row of a table, by its row headers; the heads of its columns beside them. */
async function numbersOf(table: Locator) {
  await table.waitFor()
  const head = await table.getByRole('columnheader').allInnerTexts()
  const rows = await table
    .getByRole('row')
    .filter({ has: table.page().getByRole('rowheader') })
    .all()
  const cells = await Promise.all(
    rows.map(async (row) => (await row.getByRole('cell').allInnerTexts()).map(numberIn)),
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

/** Half of the last digit that the view shows. */
const SHOWN = 0.005
const roundings = (value: number) => [value - SHOWN, value + SHOWN]

/** The balanced vote, from the total, the juror's own votes (number, mean, spread) and mean and spread of all votes. */
function balancedVote(
  total: number,
  n: number,
  own: [a: number, d: number],
  all: [m: number, s: number],
) {
  const [a, d] = own
  const [m, s] = all
  const w = n / (n + 4)
  const centre = w * a + (1 - w) * m
  const spread = Math.sqrt(w * d ** 2 + (1 - w) * s ** 2)
  return Math.min(100, Math.max(0, m + (s * (total - centre)) / spread))
}

/**
 * The balanced mean of the first level as the view shows it, and the same computed by hand from the totals, from what it
 * shows of all votes and of each juror's own scale. The view rounds these: by hand a vote lies from `low` to `high`.
 */
export async function shownBalance(page: Page) {
  const votes = await numbersOf(page.getByRole('table', { name: 'First level: The votes' }))
  const scales = await numbersOf(
    page.getByRole('table', { name: 'First level: From the scale of each juror' }),
  )
  const totals = votes.cells.map((row) => row.at(-1) ?? Number.NaN)
  const sentence = await page
    .getByText(/votes of this level in the whole season/)
    .first()
    .innerText()
  const [, m = 0, s = 0] = (/mean (\d+\.\d+), spread (\d+\.\d+)/.exec(sentence) ?? []).map(Number)
  const byHand = scales.cells.map(([n = 0, a = 0, d = 0], index) => {
    const values = roundings(m).flatMap((mean) =>
      roundings(s).flatMap((spread) =>
        roundings(a).flatMap((own) =>
          roundings(d).map((scale) =>
            balancedVote(totals[index] ?? Number.NaN, n, [own, scale], [mean, spread]),
          ),
        ),
      ),
    )
    return { low: Math.min(...values) - SHOWN, high: Math.max(...values) + SHOWN }
  })
  const balanced = scales.cells.map((row) => row.at(-1) ?? Number.NaN)
  const step = page.getByRole('listitem').filter({
    has: page.getByRole('heading', { name: 'Balanced mean' }),
  })
  const formula = await step
    .first()
    .getByText(/÷ \d+ = /)
    .last()
    .innerText()
  return { byHand, balanced, mean: mean(balanced), result: Number(formula.split(' = ').at(-1)) }
}
