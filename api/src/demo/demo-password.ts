import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { ROOT_DIR } from '../start/config.ts'

const Programme = z.object({ password: z.string() })

let known: Promise<string | undefined> | undefined

/** Whether a password is the one that everybody can read in the file of the demo programme. */
export async function isDemoPassword(password: string): Promise<boolean> {
  known ??= readFile(join(ROOT_DIR, 'programme/programme.yaml'), 'utf8')
    .then((text) => Programme.parse(parse(text)).password)
    // Without the demo's file there is no such password.
    .catch(() => undefined)
  return password === (await known)
}
