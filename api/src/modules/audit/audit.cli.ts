import { parseArgs } from 'node:util'
import { parseConfig } from '../../start/parse-config.ts'
import { openDatabase } from '../../db/database.ts'
import { openSiteDatabase, runCommand, UsageError } from '../../ops/command-line.ts'
import { anchorsFile, parseAnchor, readAnchors, verifyChain, type Anchor } from './verify-chain.ts'

const EXIT = { intact: 0, broken: 1 } as const
const USAGE = `Usage:
  npm run awards -- verify-audit                       computes the chain of the audit log again from its rows
  npm run awards -- verify-audit --anchor SEQ:HASH     and compares it with a head that the log has told (audit.head)
The anchors in DATA_DIR/audit-anchors.log are compared each time; --anchor may be given several times.
Exit codes: 0 nothing was changed, 1 something was, 2 wrong use, 3 refused.`

function readAnchorOptions(args: string[]): Anchor[] {
  const { values } = parseArgs({ args, options: { anchor: { type: 'string', multiple: true } } })
  return (values.anchor ?? []).map((text) => {
    const anchor = parseAnchor(text)
    if (!anchor) throw new UsageError(`--anchor ${text}: give SEQ:HASH, as the log says it.`)
    return anchor
  })
}

async function verify(given: readonly Anchor[]): Promise<number> {
  const config = parseConfig(process.env)
  const known = await readAnchors(config.dataDir)
  const database = await openSiteDatabase(config)
  const { db } = openDatabase(database.connection, 1)
  try {
    const { rows, forgotten, head, breach } = await verifyChain(db, [...known, ...given])
    if (breach) {
      console.log(`BROKEN: ${breach.problem}\n${rows} rows before it are as they were written.`)
      return EXIT.broken
    }
    const compared = known.length + given.length
    const hint = compared > 0 ? '' : ` There is no anchor yet in ${anchorsFile(config.dataDir)}.`
    console.log(`${rows} rows are as they were written; ${compared} anchors agree.${hint}`)
    if (forgotten > 0) console.log(`${forgotten} rows before them have had their five years.`)
    if (head.seq > 0) console.log(`Head: ${head.seq}:${head.hash}`)
    return EXIT.intact
  } finally {
    await db.destroy()
    await database.close()
  }
}

await runCommand(async (args) => verify(readAnchorOptions(args)), USAGE)
