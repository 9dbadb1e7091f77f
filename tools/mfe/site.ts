import { readFileSync } from 'node:fs'
import type { Given } from './arguments.ts'
import { UsageError } from './usage-error.ts'

const LOCAL_SITE = 'http://localhost:8080'

/** The origin of a site that an argument names. */
export function originOf(text: string, source: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOrigin = url && url.pathname === '/' && !url.search && !url.hash && !url.username
  if (isOrigin && /^https?:$/.test(url.protocol)) return url.origin
  throw new UsageError(`${source}: "${text}" is not the address of a site, as ${LOCAL_SITE} is.`)
}

/** The site that a command speaks to: `--site`, `MFE_SITE`, or the one that runs here. */
export function siteOf(given: Given): string {
  const option = given.text('site')
  if (option !== undefined) return originOf(option, '--site')
  return originOf(process.env['MFE_SITE'] || LOCAL_SITE, 'MFE_SITE')
}

/** The deploy token, from a file or from the environment. */
export function tokenOf(given: Given): string {
  const file = given.text('token-file')
  const token = (file === undefined ? (process.env['MFE_TOKEN'] ?? '') : read(file)).trim()
  if (/^dt_[\w-]{8,}$/.test(token)) return token
  const source = file === undefined ? 'MFE_TOKEN' : file
  throw new UsageError(
    token === ''
      ? 'A deploy token is needed: set MFE_TOKEN, or give --token-file <path>. An operator makes one ' +
          'with "token create".'
      : `${source} does not hold a deploy token; one begins with dt_.`,
  )
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`--token-file: ${error instanceof Error ? error.message : String(error)}`)
  }
}
