import { parseArgs } from 'node:util'
import { ACCOUNT_RIGHTS } from '@awards/shared/domain'
import { openDatabase } from '../../db/database.ts'
import { BusinessError } from '../../http/business-error.ts'
import { EXIT, openSiteDatabase, runCommand, UsageError } from '../../ops/command-line.ts'
import { parseConfig } from '../../start/parse-config.ts'
import { accountRightsRepository } from './account-rights.repository.ts'
import { giveRight } from './account-rights.service.ts'

const USAGE = `Usage:
  npm run awards -- rights                          lists who may do what at the organiser's desk
  npm run awards -- rights give E-MAIL [RIGHT …]    gives rights (${ACCOUNT_RIGHTS.join(', ')}; without one, all)
The first organiser is made here; the others at the desk, where rights are taken back as well.
Exit codes: 0 done, 2 wrong use, 3 refused.`

const EMAIL = /^\S+@\S+$/

async function run(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const [verb, email = '', ...asked] = positionals
  if (verb !== undefined && verb !== 'give') throw new UsageError(`There is no "rights ${verb}".`)
  if (verb && !EMAIL.test(email)) throw new UsageError('Say whose: an e-mail address.')
  const rights = asked.map(rightOf)
  const database = await openSiteDatabase(parseConfig(process.env))
  const { db } = openDatabase(database.connection, 1)
  try {
    if (verb) {
      await db.transaction().execute(async (trx) => {
        for (const right of rights.length > 0 ? rights : ACCOUNT_RIGHTS) {
          const { changed } = await giveRight(
            { db: trx, mail: null },
            null,
            email.toLowerCase(),
            right,
            new Date(),
          )
          console.log(`${email} ${changed ? 'now has' : 'already has'} the right "${right}".`)
        }
      })
      return EXIT.done
    }
    const members = await accountRightsRepository(db).members()
    for (const one of members) {
      console.log(`${one.email}  ${one.rights.map(({ right }) => right).join(', ')}`)
    }
    if (members.length === 0)
      console.log('Nobody holds a right. Give the first one: rights give E-MAIL')
    return EXIT.done
  } catch (error) {
    if (error instanceof BusinessError) throw new RefusedRight(sentenceOf(error))
    throw error
  } finally {
    await db.destroy()
    await database.close()
  }
}

class RefusedRight extends Error {}

const sentenceOf = ({ msg }: BusinessError) =>
  typeof msg === 'string' ? msg : `${Object.values(msg).flat().join('. ')}.`

function rightOf(word: string) {
  const right = ACCOUNT_RIGHTS.find((one) => one === word)
  if (!right) throw new UsageError(`There is no right "${word}".`)
  return right
}

await runCommand(run, USAGE, { isKnown: (error) => error instanceof RefusedRight })
