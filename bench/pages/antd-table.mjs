import { Table, Tag } from 'antd'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

// antd's own virtual table over as many rows as the chair's, all of them in memory, with cells as plain as they go.
const { rows, count } = globalThis.given
const data = Array.from({ length: count }, (_, index) => ({
  ...rows[index % rows.length],
  apply_order_id: String(index),
}))
const columns = [
  {
    title: 'Entry',
    width: 420,
    render: (_, row) => createElement('a', { href: '#' }, `${row.title} ${row.entry_no}`),
  },
  { title: 'Category', width: 200, render: (_, row) => row.category.name },
  { title: 'Scores', width: 140, render: (_, row) => row.first_level.votes },
  { title: 'Result', width: 140, render: (_, row) => row.first_level.mean },
  {
    title: 'Award',
    width: 180,
    render: (_, row) => createElement(Tag, {}, row.award?.name ?? 'Undecided'),
  },
  { title: 'Public', width: 120, render: (_, row) => (row.is_show ? 'Yes' : 'No') },
]
createRoot(document.querySelector('main')).render(
  createElement(Table, {
    columns,
    virtual: true,
    pagination: false,
    rowKey: 'apply_order_id',
    dataSource: data,
    rowSelection: {},
    scroll: {
      x: 1200,
      y: 640,
    },
  }),
)
