import type { UploadedFile } from '@awards/shared/contract'
import { BusinessError } from '@awards/shared/client'
import { NetworkError } from './upload-errors.ts'
import { createUploadQueue, type UploadPorts } from './upload-queue.ts'
import type { StoredUpload } from './upload-storage.ts'

const file = (name: string, size = 1_000) =>
  new File([new Uint8Array(size)], name, { type: 'image/jpeg' })
const arrived = (file_id: string): UploadedFile => ({
  file_id,
  kind: 'image',
  picture: null,
  original_name: 'x',
  duplicate_of: null,
  similar_to: null,
})

/** A world in which everything works, and a storage that can be looked at. */
function world(changes: Partial<UploadPorts> = {}) {
  const storage = new Map<string, StoredUpload>()
  const given: string[] = []
  let signed = 0
  const ports: UploadPorts = {
    check: async () => undefined,
    shrink: async ({ name }) => file(name, 10),
    sign: async () => ({ fileId: String((signed += 1)), url: `/files/resume/${signed}` }),
    send: async () => undefined,
    finish: async (fileId) => arrived(fileId),
    deleteUpload: (url) => void given.push(url),
    storage: {
      put: async (key, kept) => storage.set(key, { ...kept }).has(key),
      get: async (key) => storage.get(key),
      remove: async (key) => void storage.delete(key),
      all: async () => [...storage].map(([key, kept]) => ({ key, kept })),
    },
    online: async (_pause, signal) => signal.throwIfAborted(),
    withLock: (_key, _signal, work) => work(),
    signedOut: () => undefined,
    ...changes,
  }
  const files: string[] = []
  const queue = createUploadQueue(ports)
  queue.onArrival(({ file_id }) => void files.push(file_id))
  return { ports, queue, storage, files, given, signs: () => signed }
}
const settle = async () => {
  for (let turn = 0; turn < 60; turn += 1) await Promise.resolve()
}
const states = (queue: { list: () => readonly { state: string }[] }) =>
  queue.list().map(({ state }) => state)
const never = (signal: AbortSignal) =>
  new Promise<void>((_done, fail) => signal.addEventListener('abort', () => fail(signal.reason)))

test('uploads three files at a time and removes them from list and storage when they have arrived', async () => {
  const waiting: (() => void)[] = []
  const { queue, files, storage } = world({ send: () => new Promise((go) => waiting.push(go)) })
  queue.add([file('a'), file('b'), file('c'), file('d')])
  await settle()
  expect(states(queue)).toEqual(['sending', 'sending', 'sending', 'waiting'])
  expect(storage.size).toBe(3)
  while (waiting.length > 0) {
    waiting.shift()?.()
    await settle()
  }
  expect(files).toHaveLength(4)
  expect([queue.list(), storage.size]).toEqual([[], 0])
})

test('retries at the same address after a network error', async () => {
  let breaks = 5
  const urls: string[] = []
  const { queue, files, signs } = world({
    send: async (_file, url) => {
      urls.push(url)
      if (breaks-- > 0) throw new NetworkError(undefined)
    },
  })
  queue.add([file('a')])
  await settle()
  expect([files, signs(), new Set(urls).size, urls.length]).toEqual([['1'], 1, 1, 6])
})

test('signs a new address when the old one has expired, and fails after too many network errors', async () => {
  let isGone = true
  const first = world({
    send: async () => {
      if (isGone) {
        isGone = false
        throw new NetworkError(410)
      }
    },
  })
  first.queue.add([file('a')])
  await settle()
  expect(first.files).toEqual(['2'])

  let isBroken = true
  const second = world({
    send: async () => {
      if (isBroken) throw new NetworkError(507)
    },
  })
  second.queue.add([file('a')])
  await settle()
  expect(states(second.queue)).toEqual(['failed'])
  expect(second.storage.size).toBe(1)
  isBroken = false
  second.queue.retry(second.queue.list()[0]?.key ?? '')
  await settle()
  expect(second.files).toEqual(['1'])
})

test('keeps a refused file with its message while the others are uploaded', async () => {
  const { queue, files, storage } = world({
    check: async ({ name }) => (name === 'svg' ? 'type' : undefined),
    finish: async (fileId) => {
      if (fileId === '2') throw new BusinessError(422, { file: ['Not a picture.'] }, null)
      return arrived(fileId)
    },
  })
  queue.add([file('a'), file('svg'), file('b'), file('c')], 3)
  await settle()
  expect(queue.list().map(({ refusal, message }) => refusal ?? message)).toEqual([
    'type',
    'Not a picture.',
    'full',
  ])
  expect([files, storage.size]).toEqual([['1'], 0])
})

test('resumes a stored upload at its old address after a reload', async () => {
  const before = world({ send: (_file, _url, { signal }) => never(signal) })
  before.queue.add([file('a')])
  await settle()
  const after = world()
  for (const [key, kept] of before.storage) after.storage.set(key, kept)
  await after.queue.start()
  await settle()
  expect([after.files, after.signs(), after.storage.size]).toEqual([['1'], 0, 0])
})

test('holds uploads while nobody is signed in and resumes after sign-in', async () => {
  let isSignedIn = false
  let told = 0
  const { queue, files } = world({
    finish: async (fileId) => {
      if (!isSignedIn) throw new BusinessError(401, 'Please sign in.', null)
      return arrived(fileId)
    },
    signedOut: () => (told += 1),
  })
  queue.add([file('a')])
  await settle()
  expect([states(queue), told]).toEqual([['held'], 1])
  isSignedIn = true
  await queue.start()
  await settle()
  expect(files).toEqual(['1'])
})

test('holds those that wait with those that are sent, and resumes all once they are held', async () => {
  const { queue, signs } = world({ send: (_file, _url, { signal }) => never(signal) })
  queue.add(['a', 'b', 'c', 'd', 'e'].map((name) => file(name)))
  await settle()
  await queue.hold()
  await settle()
  expect([states(queue), signs()]).toEqual([['held', 'held', 'held', 'held', 'held'], 3])

  await queue.start()
  await settle()
  const resumed = ['sending', 'sending', 'sending', 'waiting', 'waiting']
  expect(states(queue)).toEqual(resumed)
  // A session that is confirmed before all have stopped.
  void queue.hold()
  await queue.start()
  await settle()
  expect([states(queue), signs()]).toEqual([resumed, 3])
})

test('stores uploaded files until a screen takes them', async () => {
  const { queue, files, storage } = world()
  queue.onArrival(undefined)
  queue.add([file('a')])
  await settle()
  expect([files, storage.size]).toEqual([[], 1])
  queue.onArrival(({ file_id }) => void files.push(file_id))
  await settle()
  expect([files, storage.size]).toEqual([['1'], 0])
})

test('deletes a cancelled upload on the server and in the storage', async () => {
  const { queue, storage, given } = world({ send: (_file, _url, { signal }) => never(signal) })
  queue.add([file('a')])
  await settle()
  await queue.cancel(queue.list()[0]?.key ?? '')
  expect([queue.list(), storage.size, given]).toEqual([[], 0, ['/files/resume/1']])
})

test('replaces large files in progress with smaller copies', async () => {
  const sizes: number[] = []
  let isSlow = true
  const { queue, files, given } = world({
    send: (sent, _url, { signal }) => {
      sizes.push(sent.size)
      return isSlow ? never(signal) : Promise.resolve()
    },
  })
  queue.add([file('a', 9_000)])
  await settle()
  isSlow = false
  await queue.shrink(true)
  await settle()
  expect([sizes, files, given]).toEqual([[9_000, 10], ['2'], ['/files/resume/1']])
})
