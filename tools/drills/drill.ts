import { UsageError } from './setup.ts'
import { type Drill, type Outcome, saveResult, writePage } from './report.ts'

export type DrillModule = Promise<{ run: Drill }>

/** All drills by name, in the order of docs/reliability.md. */
export const DRILLS: Record<string, () => DrillModule> = {
  kill: () => import('./kill.ts'),
  sigterm: () => import('./sigterm.ts'),
  fsync: () => import('./fsync.ts'),
  disk: () => import('./disk.ts'),
  second: () => import('./second.ts'),
  database: () => import('./database.ts'),
  providers: () => import('./providers.ts'),
  slow: () => import('./slow.ts'),
  backup: () => import('./backup.ts'),
  tls: () => import('./tls.ts'),
  clock: () => import('./clock.ts'),
  rush: () => import('./rush.ts'),
}

/** `npm run test:full -- --only drills <name>`: injects one fault, counts lost writes, saves the result. */
async function main([name = '', ...args]: string[]): Promise<number> {
  if (name === 'all' && args.length === 0) return everyDrill()
  const load = Object.hasOwn(DRILLS, name) ? DRILLS[name] : undefined
  if (!load) {
    console.error(`There is no drill "${name}"; there are all, ${Object.keys(DRILLS).join(', ')}.`)
    return 2
  }
  try {
    return (await rehearse(name, load, args)) ? 0 : 1
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(error.message)
    return 2
  }
}

/**
 * The result of a drill that ended before it had counted: it does not hold, so that the page keeps no older result.
 * Throws a `UsageError` again: such a drill has not begun.
 */
export function outcomeOfError(error: unknown): Outcome {
  if (error instanceof UsageError) throw error
  const [line] = String(error instanceof Error ? error.message : error).split('\n')
  return { holds: false, figures: { 'ended by': line ?? '' } }
}

async function rehearse(name: string, load: () => DrillModule, args: string[]): Promise<boolean> {
  const { run } = await load()
  const outcome = await run(args).catch((error: unknown) => {
    const ended = outcomeOfError(error)
    console.error(error)
    return ended
  })
  const { holds, figures } = saveResult(name, outcome)
  for (const [what, value] of Object.entries(figures)) console.log(`${what}: ${value}`)
  console.log(holds ? 'The bar holds.' : 'The bar does NOT hold.')
  await writePage()
  return holds
}

/** Runs all drills in sequence; a drill that fails, e.g. for a missing program, does not stop the next. */
async function everyDrill(): Promise<number> {
  const left: string[] = []
  for (const [name, load] of Object.entries(DRILLS)) {
    console.log(`\n── ${name}`)
    const holds = await rehearse(name, load, []).catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error)
      return false
    })
    if (!holds) left.push(name)
  }
  console.log(left.length > 0 ? `\nTo be looked at: ${left.join(', ')}` : '\nEvery bar holds.')
  return left.length > 0 ? 1 : 0
}

if (import.meta.main) {
  // Exits on a signal so that exit handlers unmount disks and stop child processes.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => process.exit(130))
  }
  process.exit(await main(process.argv.slice(2)))
}
