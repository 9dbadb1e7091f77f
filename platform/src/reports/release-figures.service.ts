import { ALL_CALLS } from '@awards/shared/contract'
import type { ViewEvent } from '@awards/shared/releases'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import {
  releaseFiguresRepository,
  type FigureCount,
  type ReleaseFigure,
} from './release-figures.repository.ts'

type Release = { readonly name: string; readonly version: string }
type Parts = Pick<AppContext, 'config' | 'registry' | 'registryDb' | 'clock' | 'log'>

/** Calls of the contract, as pages name them; others are counted as `*`, which bounds the number of rows. */
const CALLS: ReadonlySet<string> = new Set(ALL_CALLS.map(({ path }) => path.slice('/api'.length)))

const countsOf = ({ remote, figures, call = '*' }: ViewEvent): FigureCount[] =>
  [...new Set(figures)].map((figure) => ({
    ...remote,
    figure,
    count: 1,
    ...(figure === 'api_errors' && { part: CALLS.has(call) ? call : '*' }),
  }))

/** Counts what releases do on this site. Only deployed releases count: browsers may name any. */
export function releaseFiguresService({ config, registry, registryDb, clock }: Parts) {
  const repository = releaseFiguresRepository(registryDb)
  const source = { channel: config.channel, site: new URL(config.siteUrl).host }

  async function add(counts: readonly FigureCount[]) {
    const state = await registry.channel(config.channel)
    const isDeployed = ({ name, version }: Release) =>
      state.get(name)?.versions.some((one) => one.version === version) ?? false
    await repository.add(clock(), source, counts.filter(isDeployed))
  }

  return {
    add,
    addViews: (views: readonly ViewEvent[]) => add(views.flatMap(countsOf)),
  }
}

const FLUSH_MS = 5_000

/**
 * Counts documents by the release that rendered them, in memory, and stores the sums every five seconds and at the end:
 * a document from the cache takes less time than a statement.
 */
export function renderCounter(parts: Parts) {
  const { add } = releaseFiguresService(parts)
  const waiting = new Map<string, FigureCount>()

  async function flush() {
    const counts = [...waiting.values()]
    waiting.clear()
    await add(counts).catch((error: unknown) => {
      parts.log.warn('figures.renders_not_counted', { error })
    })
  }
  const timer = setInterval(() => void (waiting.size > 0 && flush()), FLUSH_MS).unref()

  return {
    count({ name, version }: Release, hasFailed: boolean) {
      const figures: ReleaseFigure[] = hasFailed ? ['renders', 'failed_renders'] : ['renders']
      for (const figure of figures) {
        const key = `${name} ${version} ${figure}`
        const before = waiting.get(key)?.count ?? 0
        waiting.set(key, { name, version, figure, count: before + 1 })
      }
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
export type RenderCounter = ReturnType<typeof renderCounter>
