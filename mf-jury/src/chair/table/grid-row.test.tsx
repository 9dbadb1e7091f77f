import type { JudgeRow } from '@awards/shared/contract'
import { startI18n } from '@awards/shared/i18n'
import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import '../register-texts.ts'
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

// proves: call judge/judgeEntryList
test('whoever is at a link of a row that becomes another entry is back at the table', async () => {
  const { rerender } = render(table(3, 'Ondine'))
  const link = await screen.findByRole('link', { name: 'Ondine' })
  link.focus()
  rerender(table(3, 'Ondine renamed'))
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Ondine renamed' }))

  rerender(table(30, 'Alpage'))
  expect(document.activeElement).toBe(screen.getByRole('grid'))
  expect(screen.getByRole('row').getAttribute('aria-rowindex')).toBe('32')
})

test('a row that has not come yet is of the same height and cannot be chosen', async () => {
  const { rerender } = render(table(3, undefined))
  expect(((await screen.findByRole('checkbox')) as HTMLInputElement).disabled).toBe(true)
  expect(screen.queryByRole('link')).toBeNull()
  rerender(table(3, 'Ondine'))
  expect((screen.getByRole('checkbox') as HTMLInputElement).disabled).toBe(false)
})
