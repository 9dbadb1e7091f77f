import {
  isRefusal,
  PERMISSIONS,
  permissionOf,
  type CallName,
  type PermissionRow,
} from '../domain/index.ts'
import { ADDED_CALLS, ALL_CALLS, SPECIFICATION_CALLS } from './index.ts'

/** Calls by group as the specification counts them (§7). */
const COUNTS = {
  index: 19,
  user: 5,
  email: 1,
  apply: 18,
  wxpay: 3,
  pdf: 4,
  judge: 14,
  subJudge: 2,
  subjudges: 8,
}

test('the contract has the 74 calls of the specification', () => {
  const counts: Record<string, number> = {}
  for (const { name } of SPECIFICATION_CALLS) {
    const group = name.split('/')[0] ?? ''
    counts[group] = (counts[group] ?? 0) + 1
  }
  expect(counts).toEqual(COUNTS)
  expect(SPECIFICATION_CALLS).toHaveLength(74)
})

test('every call has its own name and path', () => {
  expect(new Set(ALL_CALLS.map(({ name }) => name)).size).toBe(ALL_CALLS.length)
  expect(new Set(ALL_CALLS.map(({ path }) => path)).size).toBe(ALL_CALLS.length)
  for (const { name, path } of ALL_CALLS) expect(path).toBe(`/api/${name}`)
})

test('only calls beyond the specification are marked as added', () => {
  expect(ADDED_CALLS.every(({ added }) => added === true)).toBe(true)
  expect(SPECIFICATION_CALLS.some(({ added }) => added)).toBe(false)
})

test('the permission matrix has one row for each call and no other', () => {
  expect(Object.keys(PERMISSIONS).sort()).toEqual(ALL_CALLS.map(({ name }) => name).sort())
})

describe.each(ALL_CALLS.map((call) => [call.name, call] as const))('%s', (name, call) => {
  const cell = (identity?: 0 | 1 | 2 | 3) => permissionOf(name as CallName, identity)

  test('is open to visitors exactly where its access says so', () => {
    expect(cell()).toBe(call.access === 'public' ? 'all' : 401)
  })

  test('is reached by somebody, and refuses the others with 403', () => {
    const cells = ([0, 1, 2, 3] as const).map((identity) => cell(identity))
    // A row with a right is reached by those who hold it, and by no identity alone.
    const { right }: PermissionRow = PERMISSIONS[name as CallName]
    expect(cells.some((one) => !isRefusal(one))).toBe(right === undefined)
    expect(cells.filter(isRefusal).every((code) => code === 403)).toBe(true)
  })
})
