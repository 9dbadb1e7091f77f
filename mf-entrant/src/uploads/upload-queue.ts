import type { UploadedFile } from '@awards/shared/contract'
import type { RefusalReason } from './file-check.ts'
import { sentenceOf, troubleOf } from './upload-errors.ts'
import { type Upload, type UploadPorts, isUnderway, type Arrival } from './upload-queue.types.ts'
import type { Address } from './upload-shelf.ts'

const PAUSES_MS = [500, 1_000, 2_000, 5_000, 10_000, 20_000]
/** Attempts in a row without one byte of progress; then a person is asked. */
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

/** Brings one file to the server, through every interruption that passes by itself. */
async function bring(job: Job, { ports, signal, show }: Run): Promise<Outcome> {
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
      const trouble = troubleOf(error)
      tries += 1
      if (trouble === 'signed-out') {
        ports.signedOut(error)
        return { state: 'held' }
      }
      if (trouble === 'refused') return { state: 'refused', message: sentenceOf(error) }
      if (trouble === 'failed' || tries > MOST_TRIES || addresses > MOST_ADDRESSES) {
        return { state: 'failed', message: sentenceOf(error) }
      }
      if (trouble === 'gone') job.address = undefined
      show({ state: 'paused' })
    }
  }
}

/** Notes where a file goes on this device, so that another visit can go on with it. */
async function keep(
  { key, file, at, address, isShrunk }: Job,
  { shelf }: UploadPorts,
  show: Run['show'],
) {
  show({ isKept: await shelf.put(key, { file, at, address, isShrunk }) })
}

const pauseAfter = (tries: number) => PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1] ?? 0

const AT_ONCE = 3

type Working = { control: AbortController; ended: Promise<void> }

/**
 * The files of an entry on their way to the server, three at a time. What is refused stays in the list
 * with its reason while the others go on. The queue outlives the screen that shows it: what arrives
 * meanwhile is handed over when the screen is back.
 */
export function createUploadQueue(ports: UploadPorts) {
  let list: readonly Upload[] = []
  let arrival: Arrival | undefined
  let arrivals: { job: Job; file: UploadedFile }[] = []
  let isShrinking = false
  let count = 0
  const jobs = new Map<string, Job>()
  const working = new Map<string, Working>()
  const listeners = new Set<() => void>()

  const show = (next: readonly Upload[]) => {
    list = next
    for (const listener of listeners) listener()
  }
  const patch = (key: string, part: Partial<Upload>) =>
    show(list.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const forget = (key: string) => {
    jobs.delete(key)
    show(list.filter((one) => one.key !== key))
    void ports.shelf.remove(key)
  }

  const isKept = (key: string) => list.some((one) => one.key === key && one.isKept)

  function deliver() {
    if (!arrival) return
    const ready = arrivals
    arrivals = []
    for (const { job, file } of ready) {
      const refusal = arrival(file)
      if (refusal) {
        void ports.shelf.remove(job.key)
        patch(job.key, { state: 'refused', refusal })
      } else forget(job.key)
    }
  }

  function next() {
    for (const { key } of list.filter(({ state }) => state === 'waiting')) {
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
      void ports.shelf.remove(job.key)
      return showIt({ state: 'refused', refusal })
    }
    await shrunk(job, showIt)
    if (!job.address) await keep(job, ports, showIt)
    await ports.alone(job.key, signal, async () => {
      const kept = await ports.shelf.get(job.key)
      // Another window has brought it in, or thought better of it.
      if (!kept && isKept(job.key)) return forget(job.key)
      job.address ??= kept?.address
      const outcome = await bring(job, { ports, signal, show: showIt })
      if ('arrived' in outcome) {
        arrivals.push({ job, file: outcome.arrived })
        return deliver()
      }
      if (outcome.state === 'refused') void ports.shelf.remove(job.key)
      showIt(outcome)
    })
  }

  async function shrunk(job: Job, showIt: (part: Partial<Upload>) => void) {
    if (!isShrinking || job.isShrunk) return
    showIt({ state: 'shrinking' })
    const smaller = await ports.shrink(job.file)
    job.isShrunk = true
    if (!smaller) return showIt({ isShrunk: true })
    if (job.address) ports.giveUp(job.address.url)
    job.file = smaller
    job.address = undefined
    showIt({ file: smaller, isShrunk: true, sent: 0 })
  }

  async function stop(keys: readonly string[]) {
    const running = keys.flatMap((key) => working.get(key) ?? [])
    for (const { control } of running) control.abort()
    await Promise.all(running.map(({ ended }) => ended))
  }

  function enlist(job: Job, isKept: boolean, refusal?: RefusalReason) {
    const { key, file, isShrunk } = job
    const state = refusal ? 'refused' : 'waiting'
    if (!refusal) jobs.set(key, job)
    show([...list, { key, file, isShrunk, isKept, state, sent: 0, refusal }])
  }

  return {
    list: () => list,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Says who takes what arrives; nobody, while no screen is there. */
    onArrival(to: Arrival | undefined) {
      arrival = to
      deliver()
    },
    /** Goes on with what this device keeps from before, and with what was held. */
    async start() {
      for (const { state, key } of list) if (state === 'held') patch(key, { state: 'waiting' })
      for (const { key, kept } of await ports.shelf.all()) {
        if (jobs.has(key) || list.some((one) => one.key === key)) continue
        enlist({ key, ...kept, isShrunk: kept.isShrunk ?? false }, true)
      }
      next()
    },
    /** Holds everything until `start`, for instance while nobody is signed in. */
    async hold() {
      const keys = list.filter(isUnderway).map(({ key }) => key)
      await stop(keys)
      for (const key of keys) patch(key, { state: 'held' })
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
    /** Sends smaller copies of large pictures from now on, those underway included. */
    async shrink(wanted: boolean) {
      isShrinking = wanted
      if (!wanted) return
      const keys = list
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
    /** Stops a file, or puts its refusal out of sight. */
    async cancel(key: string) {
      const url = jobs.get(key)?.address?.url
      const isOver = list.some((one) => one.key === key && one.state === 'refused')
      const running = stop([key])
      forget(key)
      await running
      if (url && !isOver) ports.giveUp(url)
    },
  }
}

export type UploadQueue = ReturnType<typeof createUploadQueue>
