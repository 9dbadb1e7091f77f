import { parseArgs } from 'node:util'

/** What the process ends with. */
export const EXIT = { done: 0, refused: 1, usage: 2, something: 3 } as const

export const CLI_USAGE = `Usage: npm run awards -- programme check  <folder> [--json]
         Reads the files alone: what is wrong in them, and which translations are missing.
       npm run awards -- programme plan   <folder> [--json]
         Says what would change on the site. Nothing is written.
       npm run awards -- programme apply  <folder> [--plan <name>] [--yes]
         Loads the files. --plan: only if that plan still holds. --yes: remove without asking.
       npm run awards -- programme export <folder> [--force]
         Writes what is live as files. --force: also into a folder that holds something.

Ends with 0 when there is nothing (more) to do, 1 when it was refused and nothing was changed,
2 for a wrong command or setting, 3 when plan finds changes or check finds missing translations.`

const NAMES = ['check', 'plan', 'apply', 'export'] as const
const ALLOWED = { check: ['json'], plan: ['json'], apply: ['plan', 'yes'], export: ['force'] }

export type Command = {
  name: (typeof NAMES)[number]
  folder: string
  json: boolean
  yes: boolean
  force: boolean
  plan: string | undefined
}

/** The command of a command line; undefined where it is none. */
export function readCommand(args: string[]): Command | undefined {
  const parsed = parsedOrNothing(args)
  if (!parsed) return undefined
  const { positionals, values } = parsed
  const [word, folder, ...rest] = positionals
  const name = NAMES.find((known) => known === word)
  if (!name || !folder || rest.length > 0) return undefined
  if (Object.keys(values).some((option) => !ALLOWED[name].includes(option))) return undefined
  const { json = false, yes = false, force = false, plan } = values
  return { name, folder, json, yes, force, plan }
}

function parsedOrNothing(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        yes: { type: 'boolean' },
        force: { type: 'boolean' },
        plan: { type: 'string' },
      },
    })
  } catch {
    return undefined
  }
}
