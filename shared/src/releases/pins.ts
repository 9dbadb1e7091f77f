import { isChannel, isRemoteId, isVersion, type Channel } from './names.ts'
import { isRecord } from './shape.ts'

/** A remote held at one release: a version that is published, or whatever a channel gives; or the shell at a version. */
export type Pin = { readonly name: string; readonly at: string }

export const PIN_PARAMETER = 'mfe'
/** Name of the shell in a pin. */
export const SHELL_PIN = 'shell'
const LONGEST = 1000
const MOST = 12

/** `mf-jury@1.5.0-pr88.3`; there is no way to write an address. */
function parsePin(text: string): Pin | undefined {
  const [name = '', at = '', ...more] = text.split('@')
  if (more.length > 0) return undefined
  // A channel has no shell of its own: that of its site is the one that runs.
  if (name === SHELL_PIN) return isVersion(at) ? { name, at } : undefined
  if (!isRemoteId(name)) return undefined
  return isVersion(at) || isChannel(at) ? { name, at } : undefined
}

/**
 * Reads `mf-jury@1.5.0-pr88.3,mf-payment@staging`. What is no pin is given back as it was written (cut
 * to 80 characters), so that somebody can be told; of two pins for a remote the last one counts.
 */
export function parsePins(text: string): { pins: Pin[]; malformed: string[] } {
  if (text.length > LONGEST) return { pins: [], malformed: [`${text.slice(0, 80)}…`] }
  const pins = new Map<string, Pin>()
  const malformed: string[] = []
  for (const [index, part] of text.split(',').filter(Boolean).entries()) {
    const pin = index < MOST ? parsePin(part) : undefined
    if (pin) pins.set(pin.name, pin)
    else malformed.push(part.slice(0, 80))
  }
  return { pins: [...pins.values()], malformed }
}

export const formatPin = ({ name, at }: Pin) => `${name}@${at}`
export const formatPins = (pins: readonly Pin[]) => pins.map(formatPin).join(',')
export const pinnedChannel = ({ at }: Pin): Channel | undefined => (isChannel(at) ? at : undefined)

/** Why a pin cannot be held; the text of each is shown to the person who pinned. */
export const PIN_PROBLEMS = ['off', 'unknown-remote', 'unknown-version', 'not-preview'] as const
export type PinProblem = { readonly pin: string; readonly problem: (typeof PIN_PROBLEMS)[number] }

const isPinProblem = (value: unknown): value is PinProblem =>
  isRecord(value) &&
  typeof value['pin'] === 'string' &&
  (PIN_PROBLEMS as readonly unknown[]).includes(value['problem'])

/** The pins by which the server rendered a document; nothing for one without, or with something else. */
export function readDocumentPins(
  body: unknown,
): { pins: readonly Pin[]; problems: readonly PinProblem[] } | undefined {
  if (!isRecord(body) || typeof body['pins'] !== 'string') return undefined
  return { pins: parsePins(body['pins']).pins, problems: readPinRefusal(body) }
}

/** What the server says of pins that it does not hold. */
export function readPinRefusal(body: unknown): PinProblem[] {
  const problems = isRecord(body) ? body['problems'] : undefined
  if (Array.isArray(problems) && problems.every(isPinProblem)) return problems
  throw new TypeError('The answer names no pins')
}
