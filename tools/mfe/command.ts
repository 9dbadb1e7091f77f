import { parseArgs } from 'node:util'
import { type Channel, isChannel, isRemoteId, isVersion, SHELL_PIN } from '@awards/shared/releases'

/** A command of `npm run mfe`. `run` returns the exit code: 0 for success, 1 for a refusal. */
export type Command = {
  /** Arguments in the usage text. */
  readonly usage: string
  readonly about: string
  readonly shape: Shape
  run(given: Arguments): Promise<number>
}

/** Arguments of a command. `name` is a remote, optional inside its folder. */
export type Shape = {
  readonly name: 'required' | 'optional' | 'none'
  /** Whether the name may be that of the shell. */
  readonly takesShell?: boolean
  readonly version?: 'optional' | 'required'
  readonly texts?: readonly string[]
  readonly flags?: readonly string[]
  /** Required options. */
  readonly needed?: readonly string[]
}

/** The remote in whose folder the command was started, if any. */
export type CommandContext = { readonly remote: string | undefined }

export type Arguments = {
  /** Empty if an optional name is missing. */
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
    // Node goes on with advice about arguments that begin with a dash.
    const message = error instanceof Error ? error.message : String(error)
    throw new UsageError(message.replace(/\. To specify .*/, '.'))
  }
}

/** The remote is the first argument; in the folder of a remote it defaults to that one. */
function takeName(shape: Shape, words: string[], { remote }: CommandContext): string {
  if (shape.name === 'none') return ''
  const [first = ''] = words
  const isShell = shape.takesShell === true && first === SHELL_PIN
  if (isRemoteId(first) || isShell) return words.shift() ?? ''
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

/** Throws unless the text is a valid release version. */
function checkVersion(text: string) {
  if (!isVersion(text)) {
    throw new UsageError(`"${text}" is not a version, as 1.5.0 or 1.5.0-pr88.3 is.`)
  }
}

/** Parses the arguments of a command; throws a `UsageError` if they are invalid. */
export function readArguments(
  shape: Shape,
  args: readonly string[],
  surroundings: CommandContext,
): Arguments {
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

/** Value of `--channel`. */
export function channelOf(given: Arguments): Channel {
  const channel = given.text('channel') ?? ''
  if (isChannel(channel)) return channel
  throw new UsageError(`--channel ${channel}: there are production and staging.`)
}

/** Value of `--if-revision`, if present. */
export function revisionOf(given: Arguments): number | undefined {
  const text = given.text('if-revision')
  if (text === undefined || /^\d{1,9}$/.test(text)) return text === undefined ? text : Number(text)
  throw new UsageError(
    `--if-revision ${text}: give the number that "status" shows, for instance 4.`,
  )
}

/** Value of `--traffic` in percent; 100 by default. */
export function trafficOf(given: Arguments): number {
  const text = given.text('traffic') ?? '100'
  const traffic = Number(text)
  if (/^\d{1,3}$/.test(text) && traffic <= 100) return traffic
  throw new UsageError(`--traffic ${text}: give a whole number of percent from 0 to 100.`)
}

/** Invalid arguments; the command did nothing. */
export class UsageError extends Error {}

/** A valid command that failed; the message says what to do next. */
export class CommandError extends Error {}
