import { parseArgs } from 'node:util'
import { type Channel, isChannel, isRemoteId, isVersion } from '@awards/shared/releases'
import { UsageError } from './usage-error.ts'

/** What a command takes. `name` means a remote, which may be left out inside of its folder. */
export type Shape = {
  readonly name: 'required' | 'optional' | 'none'
  readonly version?: 'optional' | 'required'
  readonly texts?: readonly string[]
  readonly flags?: readonly string[]
  /** Options that have to be given. */
  readonly needed?: readonly string[]
}

/** Where a command was started: the remote in whose folder it was, if it was in one. */
export type Surroundings = { readonly remote: string | undefined }

export type Given = {
  /** Empty where the name is optional and missing. */
  readonly name: string
  readonly version: string | undefined
  readonly text: (option: string) => string | undefined
  readonly flag: (option: string) => boolean
}

const EVERYWHERE = ['site', 'token-file']

type Values = Readonly<Record<string, unknown>>

function parse(shape: Shape, args: readonly string[]) {
  if (args.some((one) => /^--token(=|$)/.test(one))) {
    throw new UsageError(
      'A token must not be an argument: others could read it. Use MFE_TOKEN or --token-file.',
    )
  }
  const options = Object.fromEntries([
    ...[...EVERYWHERE, ...(shape.texts ?? [])].map((key) => [key, { type: 'string' }] as const),
    ...(shape.flags ?? []).map((key) => [key, { type: 'boolean' }] as const),
  ])
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** The remote is the first word, unless the command runs in a remote's folder and names none. */
function takeName(shape: Shape, words: string[], { remote }: Surroundings): string {
  if (shape.name === 'none') return ''
  const [first = ''] = words
  if (isRemoteId(first)) return words.shift() ?? ''
  if (remote && (first === '' || isVersion(first))) return remote
  if (first !== '') {
    throw new UsageError(`"${first}" is not the name of a remote, as mf-jury is.`)
  }
  if (shape.name === 'optional') return ''
  throw new UsageError('Name the remote, or run the command in the folder of one.')
}

function takeVersion(shape: Shape, words: string[]): string | undefined {
  if (!shape.version) return undefined
  const version = words.shift()
  if (version === undefined && shape.version === 'required') throw new UsageError('Name a version.')
  if (version !== undefined) checkVersion(version)
  return version
}

/** Throws unless a text is a version that a release can have. */
export function checkVersion(text: string) {
  if (!isVersion(text)) {
    throw new UsageError(`"${text}" is not a version, as 1.5.0 or 1.5.0-pr88.3 is.`)
  }
}

/** Reads the words after a command's name, or throws a `UsageError` that says what is wrong. */
export function readArguments(
  shape: Shape,
  args: readonly string[],
  surroundings: Surroundings,
): Given {
  const { values, positionals } = parse(shape, args)
  const words = [...positionals]
  const name = takeName(shape, words, surroundings)
  const version = takeVersion(shape, words)
  if (words.length > 0) throw new UsageError(`"${words.join(' ')}" is too much.`)
  const given: Values = values
  for (const option of shape.needed ?? []) {
    if (given[option] === undefined) throw new UsageError(`--${option} is missing.`)
  }
  const text = (option: string) => {
    const value = given[option]
    return typeof value === 'string' ? value : undefined
  }
  for (const option of ['version', 'to']) {
    const value = text(option)
    if (value !== undefined) checkVersion(value)
  }
  return { name, version, text, flag: (option) => given[option] === true }
}

/** The channel that `--channel` names. */
export function channelOf(given: Given): Channel {
  const channel = given.text('channel') ?? ''
  if (isChannel(channel)) return channel
  throw new UsageError(`--channel ${channel}: there are production and staging.`)
}

/** The revision that `--if-revision` names; undefined without it. */
export function revisionOf(given: Given): number | undefined {
  const text = given.text('if-revision')
  if (text === undefined || /^\d{1,9}$/.test(text)) return text === undefined ? text : Number(text)
  throw new UsageError(
    `--if-revision ${text}: give the number that "status" shows, for instance 4.`,
  )
}

/** The percentage that `--traffic` gives; everybody without it. */
export function trafficOf(given: Given): number {
  const text = given.text('traffic') ?? '100'
  const traffic = Number(text)
  if (/^\d{1,3}$/.test(text) && traffic <= 100) return traffic
  throw new UsageError(`--traffic ${text}: give a whole number of percent from 0 to 100.`)
}
