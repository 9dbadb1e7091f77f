const DELIVERIES_KEPT = 200

/** One try to tell the merchant, as the control page and the tests see it. */
export type Delivery = { id: string; event: string; attempt: number; status: number | string }
/** What tests may do to the notices of a provider. */
export type NoticeChaos = {
  notify?: 'send' | 'drop'
  notifyDelayMs?: number
  notifyCopies?: number
  retryScheduleMs?: number[]
}
type Notice = {
  url: string
  id: string
  event: string
  /** Made anew for each try: a signature has its moment. */
  request: () => { body: string; headers: Record<string, string> }
}
type Provider = {
  retryScheduleMs: readonly number[]
  answerLimitMs: number
  isAccepted: (status: number) => boolean
}

/** Tells a merchant what happened, again and again by the provider's schedule until it is accepted. */
export function noticeSender({ retryScheduleMs, answerLimitMs, isAccepted }: Provider) {
  const timers = new Set<NodeJS.Timeout>()
  const deliveries: Delivery[] = []

  const later = (ms: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, ms)
    timer.unref()
    timers.add(timer)
  }

  async function post({ url, request }: Notice): Promise<number | string> {
    const { body, headers } = request()
    try {
      const signal = AbortSignal.timeout(answerLimitMs)
      const answer = await fetch(url, { method: 'POST', body, headers, signal })
      await answer.arrayBuffer()
      return answer.status
    } catch (error) {
      return error instanceof Error ? error.name : 'failed'
    }
  }

  function send(notice: Notice, chaos: NoticeChaos) {
    const { id, event } = notice
    const schedule = chaos.retryScheduleMs ?? retryScheduleMs
    async function attempt(number: number) {
      const status = await post(notice)
      deliveries.unshift({ id, event, attempt: number, status })
      deliveries.length = Math.min(deliveries.length, DELIVERIES_KEPT)
      const pause = schedule[number - 1]
      const isDone = typeof status === 'number' && isAccepted(status)
      if (!isDone && pause !== undefined) later(pause, () => void attempt(number + 1))
    }
    for (let copy = 0; copy < (chaos.notifyCopies ?? 1); copy += 1) {
      later(chaos.notifyDelayMs ?? 0, () => void attempt(1))
    }
  }

  return {
    send,
    later,
    deliveries: () => [...deliveries],
    stop() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}
