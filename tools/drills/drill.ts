import { WrongWords } from './options.ts'
import { DRILLS, type DrillModule } from './drills.ts'
import { keep } from './outcome.ts'
import { writePage } from './page.ts'

/** `npm run test:full -- --only drills <name>`: breaks something on purpose, counts what was lost, writes it down. */
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
    if (!(error instanceof WrongWords)) throw error
    console.error(error.message)
    return 2
  }
}

async function rehearse(name: string, load: () => DrillModule, args: string[]): Promise<boolean> {
  const { run } = await load()
  const { holds, figures } = keep(name, await run(args))
  for (const [what, value] of Object.entries(figures)) console.log(`${what}: ${value}`)
  console.log(holds ? 'The bar holds.' : 'The bar does NOT hold.')
  await writePage()
  return holds
}

/** One after the other; what one cannot do, for want of a program for instance, stops none of the others. */
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

// What a drill has mounted and started goes with it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => process.exit(130))
}
process.exit(await main(process.argv.slice(2)))
