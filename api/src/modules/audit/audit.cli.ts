import { parseConfig } from '../../start/parse-config.ts'
import { openDatabase } from '../../db/database.ts'
import { openSiteDatabase, runCommand } from '../../ops/command-line.ts'
import { anchorsFile, parseAnchor, readAnchors, verifyChain, type Anchor } from './verify-chain.ts'

const EXIT = { intact: 0, broken: 1, usage: 2 } as const
const USAGE = `Usage:
  npm run awards -- verify-audit                       computes the chain of the audit log again from its rows
  npm run awards -- verify-audit --anchor SEQ:HASH     and compares it with a head that the log has told (audit.head)
The anchors in DATA_DIR/audit-anchors.log are compared each time; --anchor may be given several times.
Exit codes: 0 nothing was changed, 1 something was, 2 wrong use, 3 refused.`

function readCommand([name, ...rest]: string[]): Anchor[] | undefined {
  if (name !== 'verify' || rest.length % 2 !== 0) return undefined
  const anchors: Anchor[] = []
  for (let index = 0; index < rest.length; index += 2) {
    const anchor = parseAnchor(rest[index + 1] ?? '')
    if (rest[index] !== '--anchor' || !anchor) return undefined
    anchors.push(anchor)
  }
  return anchors
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

await runCommand(async (args) => {
  const anchors = readCommand(args)
  if (anchors) return verify(anchors)
  console.error(USAGE)
  return EXIT.usage
}, USAGE)
