import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FilterSelect, FilterTabs, SearchForm } from './filters.tsx'

const OPTIONS = [
  { value: 'all', label: 'All' },
  { value: 'done', label: 'Done' },
]

test('a press shows at once, while the address still has the value of before', async () => {
  const onChange = jest.fn()
  const tabs = (value: string) => (
    <FilterTabs label="State" value={value} options={OPTIONS} onChange={onChange} />
  )
  const { rerender } = render(tabs('all'))
  await userEvent.click(screen.getByRole('radio', { name: 'Done' }))
  expect(onChange).toHaveBeenCalledWith('done')
  expect(screen.getByRole('radio', { name: 'Done' })).toBeChecked()
  rerender(tabs('done'))
  expect(screen.getByRole('radio', { name: 'Done' })).toBeChecked()
  rerender(tabs('all'))
  expect(screen.getByRole('radio', { name: 'All' })).toBeChecked()
})

test('the arrow keys go through the values', async () => {
  const onChange = jest.fn()
  render(<FilterTabs label="State" value="all" options={OPTIONS} onChange={onChange} />)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}')
  expect(onChange).toHaveBeenCalledWith('done')
})

test('a select offers that nothing is filtered, and follows the address', async () => {
  const onChange = jest.fn()
  const select = (value: string) => (
    <FilterSelect label="Status" any="Every status" {...{ value, onChange }} options={OPTIONS} />
  )
  const { rerender } = render(select('done'))
  const field = screen.getByRole('combobox', { name: 'Status' })
  await userEvent.selectOptions(field, 'Every status')
  expect(onChange).toHaveBeenCalledWith('')
  expect(field).toHaveValue('')
  rerender(select(''))
  rerender(select('done'))
  expect(field).toHaveValue('done')
})

test('words are searched with Enter, without spaces around them, and once', async () => {
  const onSearch = jest.fn()
  render(<SearchForm label="Title" keyword="lamp" onSearch={onSearch} />)
  const field = screen.getByRole('searchbox', { name: 'Title' })
  await userEvent.type(field, 's {Enter}')
  expect(onSearch).toHaveBeenCalledWith('lamps')
  await userEvent.clear(field)
  expect(onSearch).toHaveBeenLastCalledWith('')
  await userEvent.type(field, 'lamp{Enter}')
  expect(onSearch).toHaveBeenCalledTimes(2)
})

test('the field follows the address, and keeps what is being typed', async () => {
  const form = (keyword: string | undefined) => (
    <SearchForm label="Title" keyword={keyword} onSearch={jest.fn()} />
  )
  const { rerender } = render(form('lamp'))
  const field = screen.getByRole('searchbox')
  rerender(form(undefined))
  expect(field).toHaveValue('')
  await userEvent.type(field, 'cha')
  rerender(form(undefined))
  expect(field).toHaveValue('cha')
})
