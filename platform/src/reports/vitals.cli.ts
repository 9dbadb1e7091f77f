import { parseArgs } from 'node:util'
import { DEVICES, VITAL_LIMITS, VITALS, type Device } from '@awards/shared/releases'
import { parseConfig } from '../../../api/src/start/parse-config.ts'
import { openDatabase } from '../../../api/src/db/database.ts'
import {
  EXIT,
  openSiteDatabase,
  runCommand,
  UsageError,
} from '../../../api/src/ops/command-line.ts'
import { summarise, vitalsRepository, type VitalCount } from './vitals.repository.ts'
import { DAY_MS } from '../../../api/src/lib/time.ts'

const USAGE = `Usage:
  npm run awards -- vitals [--days N]   how fast pages were for visitors in the last N days (28; at most 400)`

function readDays(args: string[]): number {
  const options = { days: { type: 'string', default: '28' } } as const
  const { days: text } = parseArgs({ args, options }).values
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (days >= 1 && days <= 400) return days
  throw new UsageError(`--days ${text}: give a whole number from 1 to 400.`)
}

/** A row for each route and device: the 75th percentile of each metric and the share of good visits. */
function table(counts: readonly VitalCount[]): string[] {
  const head = ['route', 'device', ...VITALS.map((name) => `${name} p75`), 'visits']
  const routes = [...new Set(counts.map(({ route }) => route))]
  const lines = routes.flatMap((route) =>
    DEVICES.flatMap((device) => {
      const own = counts.filter((one) => one.route === route && one.device === device)
      return own.length > 0 ? [line(route, device, own)] : []
    }),
  )
  const rows = [head, ...lines]
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
}

function line(route: string, device: Device, counts: readonly VitalCount[]): string[] {
  let most = 0
  const cells = VITALS.map((metric) => {
    const own = counts.filter((one) => one.metric === metric)
    if (own.length === 0) return '–'
    const { p75, good, visits } = summarise(metric, own)
    most = Math.max(most, visits)
    const value = metric === 'CLS' ? (p75 / 1_000).toFixed(3) : `${Math.round(p75)} ms`
    return `${value} (${Math.round(good * 100)} % good)`
  })
  return [route, device, ...cells, String(most)]
}

async function show(days: number): Promise<number> {
  const config = parseConfig(process.env)
  const database = await openSiteDatabase(config)
  const { db } = openDatabase(database.connection, 1)
  try {
    const counts = await vitalsRepository(db).since(new Date(Date.now() - (days - 1) * DAY_MS))
    const limits = VITALS.map(
      (name) => `${name} ${VITAL_LIMITS[name][0] / (name === 'CLS' ? 1_000 : 1)}`,
    )
    if (counts.length === 0) console.log(`No visit has told of its speed in the last ${days} days.`)
    else console.log([...table(counts), '', `Good is at most: ${limits.join(', ')}.`].join('\n'))
    return EXIT.done
  } finally {
    await db.destroy()
    await database.close()
  }
}

await runCommand(async (args) => show(readDays(args)), USAGE)
