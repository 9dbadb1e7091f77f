import { parseArgs } from 'node:util'

/** A drill was started with words that it does not know. */
export class WrongWords extends Error {}

/** Whole numbers above zero by name, `--kills 50`; what is not given has its default. */
export function numbers<Name extends string>(
  args: string[],
  defaults: Record<Name, number>,
): Record<Name, number> {
  const names = Object.keys(defaults) as Name[]
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const known = names.map((name) => `--${name} ${defaults[name]}`).join(' ')
  let values: Record<string, unknown>
  try {
    values = parseArgs({ args, options }).values
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error)
    throw new WrongWords(`${reason}. This drill takes: ${known || 'nothing'}`)
  }
  const chosen = { ...defaults }
  for (const name of names) {
    const given = values[name]
    if (given === undefined) continue
    if (!/^[1-9]\d{0,5}$/.test(String(given))) {
      throw new WrongWords(`--${name} has to be a whole number above zero, not "${String(given)}".`)
    }
    chosen[name] = Number(given)
  }
  return chosen
}
