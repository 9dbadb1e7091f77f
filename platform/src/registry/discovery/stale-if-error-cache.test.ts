import { staleIfErrorCache } from './reader.ts'

/** Reads that the test settles. */
function slowReads() {
  const waiting: { resolve(value: string): void; reject(error: Error): void }[] = []
  const read = () =>
    new Promise<string>((resolve, reject) => void waiting.push({ resolve, reject }))
  return { waiting, read }
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const NEVER_STALE = 60_000

test('concurrent calls share one read', async () => {
  const { waiting, read } = slowReads()
  const value = staleIfErrorCache(read, 20)
  const first = [value.get(), value.get()]
  waiting[0]?.resolve('a')
  expect(await Promise.all(first)).toEqual(['a', 'a'])
  await pause(30)
  const second = [value.get(), value.get()]
  expect(waiting).toHaveLength(2)
  waiting[1]?.resolve('b')
  expect(await Promise.all(second)).toEqual(['b', 'b'])
})

test('discards a read that began before an invalidation', async () => {
  const { waiting, read } = slowReads()
  const value = staleIfErrorCache(read, NEVER_STALE)
  const early = value.get()
  value.invalidate()
  const late = value.get()
  waiting[1]?.resolve('new')
  expect(await late).toBe('new')
  waiting[0]?.resolve('old')
  expect(await early).toBe('old')
  expect(await value.get()).toBe('new')
})

test('waits for the new read after an invalidation, however long it takes', async () => {
  const { waiting, read } = slowReads()
  const value = staleIfErrorCache(read, NEVER_STALE)
  const first = value.get()
  waiting[0]?.resolve('old')
  await first
  value.invalidate()
  const next = value.get()
  await pause(700)
  waiting[1]?.resolve('new')
  expect(await next).toBe('new')
})

test('returns an expired value if the new read is slow', async () => {
  const { waiting, read } = slowReads()
  const value = staleIfErrorCache(read, 10)
  const first = value.get()
  waiting[0]?.resolve('old')
  await first
  await pause(20)
  for (let asked = 0; asked < 2; asked++) expect(await value.get()).toBe('old')
  // A pending read is shared.
  expect(waiting).toHaveLength(2)
})

test('throws an error only until there is a value', async () => {
  const { waiting, read } = slowReads()
  const value = staleIfErrorCache(read, 10)
  const first = value.get()
  waiting[0]?.reject(new Error('no database'))
  await expect(first).rejects.toThrow('no database')
  const second = value.get()
  waiting[1]?.resolve('a')
  expect(await second).toBe('a')
  value.invalidate()
  const third = value.get()
  waiting[2]?.reject(new Error('no database'))
  expect(await third).toBe('a')
})
