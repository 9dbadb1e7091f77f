import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

const FOLDER = join(import.meta.dirname, 'results')

/** What a drill found: whether its bar holds, and what was counted and measured. */
export type Outcome = { holds: boolean; figures: Record<string, string | number> }

/** One drill; `args` is what was written after its name. */
export type Drill = (args: string[]) => Promise<Outcome>

const Result = z.object({
  drill: z.string(),
  at: z.string(),
  machine: z.string(),
  holds: z.boolean(),
  figures: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type Result = z.infer<typeof Result>

/** Keeps the outcome of a drill as the last one of its name. */
export function keep(drill: string, { holds, figures }: Outcome): Result {
  const load = loadavg()[0]?.toFixed(1)
  const machine = `${cpus().length} cores, load ${load} at the end`
  const at = new Date().toISOString().slice(0, 16)
  const result = { drill, at, machine, holds, figures }
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, `${drill}.json`), `${JSON.stringify(result, null, 2)}\n`)
  return result
}

/** The last result of each drill that was ever run. */
export function results(): Result[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => Result.parse(JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))))
}
