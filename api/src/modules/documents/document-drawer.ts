import path from 'node:path'
import type { AppContext } from '../../start/app-context.ts'
import { BusinessError } from '../../http/business-error.ts'
import { concurrencyLimit } from '../../lib/concurrency.ts'
import { workerProcess, type WorkerFailure } from '../../lib/worker-process.ts'
import type { Drawing, DrawingTask, Drawn } from './pdf/drawing.ts'
import type { Script } from './pdf/fonts.ts'

const PROGRAM = path.join(import.meta.dirname, 'pdf/drawing-process.ts')
/** The proxy waits no longer for an answer. */
const LIMIT_MS = 50_000
/** Documents that may wait for their turn; at some 60 ms each, the last one waits for seconds. */
const MOST_WAITING = 100

export type DocumentDrawer = ReturnType<typeof documentDrawer>

// One for a process: each module that hands out documents asks for it.
const drawers = new WeakMap<object, DocumentDrawer>()

/** The one that draws the documents of a site. */
export function drawerOf({ config }: Pick<AppContext, 'config'>): DocumentDrawer {
  const drawer = drawers.get(config) ?? documentDrawer(config.dataDir)
  drawers.set(config, drawer)
  return drawer
}

/**
 * Draws one document after another in a child process: a drawing takes the processor for some 60 ms, in
 * which the site would answer nobody. Documents with the same key are drawn once, however many ask.
 */
function documentDrawer(dataDir: string) {
  const fonts = path.join(dataDir, 'cache', 'fonts')
  const worker = workerProcess<DrawingTask, Drawn | WorkerFailure>(PROGRAM, LIMIT_MS)
  const turn = concurrencyLimit(1)
  const underWay = new Map<string, Promise<string>>()
  let waiting = 0
  let isClosed = false

  async function ask(task: DrawingTask): Promise<Drawn> {
    if (waiting >= MOST_WAITING) throw busy()
    waiting += 1
    try {
      const answer = await turn(async () => {
        const first = await worker.ask(task)
        const hasDied = 'failure' in first && first.hasEnded === true && !first.isLate
        // Whatever ended the process, it does not do so twice.
        return hasDied && !isClosed ? worker.ask(task) : first
      })
      if (!('failure' in answer)) return answer
      if (answer.isLate) throw busy()
      throw new Error(`A document could not be drawn: ${answer.failure}`)
    } finally {
      waiting -= 1
    }
  }

  return {
    /** Signs of a text that no face of ours has. */
    async missing(text: string, script?: Script): Promise<readonly string[]> {
      return (await ask({ fonts, text, script })).missing
    },

    async draw(drawing: Drawing): Promise<{ pdf: Buffer; missing: readonly string[] }> {
      const { pdf, missing } = await ask({ fonts, draw: drawing })
      if (!pdf) throw new Error(`The drawing of a ${drawing.kind} is empty`)
      return { pdf: Buffer.from(pdf), missing }
    },

    /** Does the work for a key, or waits for whoever is at it; gives the key. */
    once(key: string, work: () => Promise<void>): Promise<string> {
      const known = underWay.get(key)
      if (known) return known
      const mine = work()
        .then(() => key)
        .finally(() => underWay.delete(key))
      underWay.set(key, mine)
      return mine
    },

    close() {
      isClosed = true
      worker.close()
    },
  }
}

const busy = () =>
  new BusinessError(503, 'The site has many documents to draw. Please try again in a minute.')
