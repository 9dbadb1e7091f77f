import { createStore } from '@awards/shared/browser/store'
import type { UploadedFile } from '@awards/shared/contract'
import type { RefusalReason } from './file-check.ts'
import { sentenceOf, uploadFailureOf } from './upload-errors.ts'
import type { Address, UploadStorage } from './upload-storage.ts'

type UploadState =
  | 'waiting'
  | 'shrinking'
  | 'sending'
  /** No connection, or the server is unavailable; resumes by itself. */
  | 'paused'
  /** All bytes have arrived; the server checks them. */
  | 'checking'
  /** Resumes after the owner has signed in. */
  | 'held'
  | 'refused'
  | 'failed'

export type Upload = {
  readonly key: string
  readonly file: File
  readonly state: UploadState
  /** Bytes that have been sent. */
  readonly sent: number
  /** Stored on this device, so that a reload does not lose the file. */
  readonly isKept: boolean
  readonly isShrunk: boolean
  /** Why it did not work: a reason of our own, or a message of the server. */
  readonly refusal?: RefusalReason | undefined
  readonly message?: string | undefined
}

/** Effects of the queue: network, storage, locks and session. */
export type UploadPorts = {
  check: (file: File) => Promise<RefusalReason | undefined>
  /** Undefined when a smaller copy would not help. */
  shrink: (file: File) => Promise<File | undefined>
  sign: (file: File, signal: AbortSignal) => Promise<Address>
  send: (
    file: File,
    url: string,
    watch: { signal: AbortSignal; onProgress: (sent: number) => void },
  ) => Promise<void>
  finish: (fileId: string, signal: AbortSignal) => Promise<UploadedFile>
  deleteUpload: (url: string) => void
  storage: UploadStorage
  /** Resolves when there is a connection, and after `milliseconds` at the earliest. */
  online: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Holds a lock per file, so that only one window sends it at a time. */
  withLock: (key: string, signal: AbortSignal, work: () => Promise<void>) => Promise<void>
  /** Reports that the session has ended. */
  signedOut: (error: unknown) => void
}

/** Takes an uploaded file, or returns the reason to refuse it. */
export type Arrival = (file: UploadedFile) => RefusalReason | undefined

export const isUnderway = ({ state }: Upload) => state !== 'refused' && state !== 'failed'

/** Left this device and did not arrive: that may show after its step was left, so another step has to say it. */
export const isLost = ({ state, message }: Upload) =>
  state === 'failed' || (state === 'refused' && message !== undefined)

const PAUSES_MS = [500, 1_000, 2_000, 5_000, 10_000, 20_000]
/** Attempts in a row without progress; then the upload fails and the entrant decides. */
const MOST_TRIES = 12
const MOST_ADDRESSES = 3

type Job = {
  key: string
  file: File
  at: number
  address?: Address | undefined
  isShrunk: boolean
}
type Outcome =
  | { arrived: UploadedFile }
  | { state: 'held' | 'refused' | 'failed'; message?: string }
type Run = {
  ports: UploadPorts
  signal: AbortSignal
  show: (part: Partial<Upload>) => void
}

/** Uploads one file; retries with a growing pause while the failure is temporary. */
async function uploadFile(job: Job, { ports, signal, show }: Run): Promise<Outcome> {
  let tries = 0
  let addresses = 0
  for (;;) {
    try {
      await ports.online(tries === 0 ? 0 : pauseAfter(tries), signal)
      if (!job.address) {
        addresses += 1
        job.address = await ports.sign(job.file, signal)
        await keep(job, ports, show)
      }
      show({ state: 'sending' })
      let best = -1
      await ports.send(job.file, job.address.url, {
        signal,
        onProgress: (sent) => {
          if (best >= 0 && sent > best) tries = 0
          best = Math.max(best, sent)
          show({ sent })
        },
      })
      show({ state: 'checking', sent: job.file.size })
      return { arrived: await ports.finish(job.address.fileId, signal) }
    } catch (error) {
      signal.throwIfAborted()
      const failure = uploadFailureOf(error)
      tries += 1
      if (failure === 'signed-out') {
        ports.signedOut(error)
        return { state: 'held' }
      }
      if (failure === 'refused') return { state: 'refused', message: sentenceOf(error) }
      if (failure === 'failed' || tries > MOST_TRIES || addresses > MOST_ADDRESSES) {
        return { state: 'failed', message: sentenceOf(error) }
      }
      if (failure === 'gone') job.address = undefined
      show({ state: 'paused' })
    }
  }
}

/** Stores the file and its upload address on this device, so that a later visit can resume. */
async function keep(
  { key, file, at, address, isShrunk }: Job,
  { storage }: UploadPorts,
  show: Run['show'],
) {
  show({ isKept: await storage.put(key, { file, at, address, isShrunk }) })
}

const pauseAfter = (tries: number) => PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1] ?? 0

const AT_ONCE = 3

type Working = { control: AbortController; ended: Promise<void> }

/**
 * Upload queue of an entry, three files at a time. A refused file stays in the list with its reason
 * while the others continue. The queue outlives the screen: files that arrive meanwhile are handed
 * over when a screen registers again with `onArrival`.
 */
export function createUploadQueue(ports: UploadPorts) {
  const list = createStore<readonly Upload[]>([])
  let arrival: Arrival | undefined
  let arrivals: { job: Job; file: UploadedFile }[] = []
  let isShrinking = false
  let count = 0
  const jobs = new Map<string, Job>()
  const working = new Map<string, Working>()
  const patch = (key: string, part: Partial<Upload>) =>
    list.set(list.get().map((one) => (one.key === key ? { ...one, ...part } : one)))
  let holding = Promise.resolve()
  const forget = (key: string) => {
    jobs.delete(key)
    list.set(list.get().filter((one) => one.key !== key))
    void ports.storage.remove(key)
  }

  const isKept = (key: string) => list.get().some((one) => one.key === key && one.isKept)

  function deliver() {
    if (!arrival) return
    const ready = arrivals
    arrivals = []
    for (const { job, file } of ready) {
      const refusal = arrival(file)
      if (refusal) {
        void ports.storage.remove(job.key)
        patch(job.key, { state: 'refused', refusal })
      } else forget(job.key)
    }
  }

  function next() {
    for (const { key } of list.get().filter(({ state }) => state === 'waiting')) {
      if (working.size >= AT_ONCE) return
      const job = jobs.get(key)
      if (!job || working.has(key)) continue
      const control = new AbortController()
      const ended = work(job, control.signal)
        .catch(() => undefined)
        .finally(() => {
          working.delete(key)
          next()
        })
      working.set(key, { control, ended })
    }
  }

  async function work(job: Job, signal: AbortSignal) {
    const showIt = (part: Partial<Upload>) => patch(job.key, part)
    const refusal = job.address ? undefined : await ports.check(job.file)
    if (refusal) {
      void ports.storage.remove(job.key)
      return showIt({ state: 'refused', refusal })
    }
    await shrunk(job, showIt)
    if (!job.address) await keep(job, ports, showIt)
    await ports.withLock(job.key, signal, async () => {
      const kept = await ports.storage.get(job.key)
      // The stored copy is gone: another window has uploaded or cancelled the file.
      if (!kept && isKept(job.key)) return forget(job.key)
      job.address ??= kept?.address
      const outcome = await uploadFile(job, { ports, signal, show: showIt })
      if ('arrived' in outcome) {
        arrivals.push({ job, file: outcome.arrived })
        return deliver()
      }
      if (outcome.state === 'refused') void ports.storage.remove(job.key)
      showIt(outcome)
    })
  }

  async function shrunk(job: Job, showIt: (part: Partial<Upload>) => void) {
    if (!isShrinking || job.isShrunk) return
    showIt({ state: 'shrinking' })
    const smaller = await ports.shrink(job.file)
    job.isShrunk = true
    if (!smaller) return showIt({ isShrunk: true })
    if (job.address) ports.deleteUpload(job.address.url)
    job.file = smaller
    job.address = undefined
    showIt({ file: smaller, isShrunk: true, sent: 0 })
  }

  async function stop(keys: readonly string[]) {
    const running = keys.flatMap((key) => working.get(key) ?? [])
    for (const { control } of running) control.abort()
    await Promise.all(running.map(({ ended }) => ended))
  }

  async function holdAll() {
    const keys = list
      .get()
      .filter(isUnderway)
      .map(({ key }) => key)
    const markHeld = () => {
      for (const one of list.get()) {
        if (isUnderway(one) && keys.includes(one.key)) patch(one.key, { state: 'held' })
      }
    }
    // Before they stop, since each that stops starts one that waits; and after, since some take a step more until then.
    markHeld()
    await stop(keys)
    markHeld()
  }

  function enlist(job: Job, isKept: boolean, refusal?: RefusalReason) {
    const { key, file, isShrunk } = job
    const state = refusal ? 'refused' : 'waiting'
    if (!refusal) jobs.set(key, job)
    list.set([...list.get(), { key, file, isShrunk, isKept, state, sent: 0, refusal }])
  }

  return {
    list: list.get,
    subscribe: list.subscribe,
    /** Registers the screen that takes uploaded files; undefined unregisters it. */
    onArrival(to: Arrival | undefined) {
      arrival = to
      deliver()
    },
    /** Resumes held uploads and those stored on this device by an earlier visit. */
    async start() {
      await holding
      for (const { state, key } of list.get())
        if (state === 'held') patch(key, { state: 'waiting' })
      for (const { key, kept } of await ports.storage.all()) {
        if (jobs.has(key) || list.get().some((one) => one.key === key)) continue
        enlist({ key, ...kept, isShrunk: kept.isShrunk ?? false }, true)
      }
      next()
    },
    /** Holds all uploads until `start`, for instance after a sign-out. */
    hold() {
      holding = holdAll()
      return holding
    },
    /** `room`: how many of them still fit; the others are refused. */
    add(files: readonly File[], room = files.length) {
      files.forEach((file, index) => {
        count += 1
        const key = `${Date.now()}-${count}`
        const refusal = index >= room ? 'full' : undefined
        enlist({ key, file, at: Date.now() + index, isShrunk: false }, false, refusal)
      })
      next()
    },
    /** Sends smaller copies of large pictures from now on; restarts those that are being sent. */
    async shrink(wanted: boolean) {
      isShrinking = wanted
      if (!wanted) return
      const keys = list
        .get()
        .filter(({ state, isShrunk }) => !isShrunk && (state === 'sending' || state === 'paused'))
        .map(({ key }) => key)
      await stop(keys)
      for (const key of keys) patch(key, { state: 'waiting' })
      next()
    },
    retry(key: string) {
      patch(key, { state: 'waiting', message: undefined })
      next()
    },
    /** Stops an upload, or removes a refused file from the list. */
    async cancel(key: string) {
      const url = jobs.get(key)?.address?.url
      const isOver = list.get().some((one) => one.key === key && one.state === 'refused')
      const running = stop([key])
      forget(key)
      await running
      if (url && !isOver) ports.deleteUpload(url)
    },
  }
}

export type UploadQueue = ReturnType<typeof createUploadQueue>
