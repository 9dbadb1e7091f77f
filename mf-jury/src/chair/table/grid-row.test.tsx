import type { JudgeRow } from '@awards/shared/contract'
import { startI18n } from '@awards/shared/i18n'
import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import '../chair-table-view.tsx'
import { GridRow } from './grid-row.tsx'
import type { Column } from './columns.tsx'

beforeAll(() => startI18n('en'))

const columns: Column[] = [
  { key: 'entry', track: '1fr', cell: (row) => <a href={`#${row.title}`}>{row.title}</a> },
]
const row = (title: string) => ({ apply_order_id: title, title }) as JudgeRow

const table = (index: number, title: string | undefined) => (
  <div role="grid" tabIndex={0}>
    <Suspense>
      <GridRow
        {...{
          index,
          columns,
          id: `row${index}`,
          top: index * 72,
          isSelected: false,
          isActive: false,
        }}
        row={title === undefined ? undefined : row(title)}
        onPick={() => undefined}
        onPoint={() => undefined}
      />
    </Suspense>
  </div>
)

test('moves the focus to the table when the row of a focused link is recycled', async () => {
  proves('call judge/judgeEntryList')
  const { rerender } = render(table(3, 'Ondine'))
  const link = await screen.findByRole('link', { name: 'Ondine' })
  link.focus()
  rerender(table(3, 'Ondine renamed'))
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Ondine renamed' }))

  rerender(table(30, 'Alpage'))
  expect(document.activeElement).toBe(screen.getByRole('grid'))
  expect(screen.getByRole('row').getAttribute('aria-rowindex')).toBe('32')
})

test('shows a skeleton while a row is loading', async () => {
  const { rerender } = render(table(3, undefined))
  expect((await screen.findByRole('row')).getAttribute('aria-busy')).toBe('true')
  expect(screen.queryByRole('checkbox')).toBeNull()
  rerender(table(3, 'Ondine'))
  expect(screen.getByRole('row').getAttribute('aria-busy')).toBe('false')
  expect(screen.getByRole('checkbox', { name: /Ondine/ })).toBeTruthy()
})
