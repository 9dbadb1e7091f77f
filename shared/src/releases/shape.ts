/** Notes what is wrong with a value, by where it stands. */
type Note = (at: string, problem: string) => void
/** What a value has to be like. Every visitor's first script holds these, which a library of schemas outweighs. */
export type Shape = (value: unknown, at: string, note: Note) => void

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const below = (at: string, name: string) => (at ? `${at}.${name}` : name)

/** A value that a test of ours lets pass. */
export const such =
  (isRight: (value: unknown) => boolean, problem: string): Shape =>
  (value, at, note) => {
    if (!isRight(value)) note(at, problem)
  }

export const text = (isRight = (_text: string) => true, problem = 'is not a text'): Shape =>
  such((value) => typeof value === 'string' && isRight(value), problem)

export const flag: Shape = such((value) => typeof value === 'boolean', 'is not true or false')

export const oneOf = (...values: readonly unknown[]): Shape =>
  such((value) => values.includes(value), `is none of ${values.join(', ')}`)

export const whole = (least: number, most: number): Shape =>
  such(
    (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
    `is not a whole number from ${least} to ${most}`,
  )

export const listOf =
  (each: Shape, { least = 0, most = Infinity } = {}): Shape =>
  (value, at, note) => {
    if (!Array.isArray(value)) return note(at, 'is not a list')
    if (value.length < least || value.length > most) note(at, `has ${value.length} entries`)
    value.forEach((one, index) => each(one, below(at, String(index)), note))
  }

/** Names of one kind, with a value for each. */
export const recordOf =
  (name: Shape, each: Shape): Shape =>
  (value, at, note) => {
    if (!isRecord(value)) return note(at, 'is not an object')
    for (const [key, one] of Object.entries(value)) {
      name(key, below(at, key), note)
      each(one, below(at, key), note)
    }
  }

/** An object with these fields, and perhaps others of which nothing is known yet. */
export const openly =
  (
    needed: Readonly<Record<string, Shape>>,
    optional: Readonly<Record<string, Shape>> = {},
  ): Shape =>
  (value, at, note) => {
    if (!isRecord(value)) return note(at, 'is not an object')
    for (const [name, shape] of Object.entries(needed)) shape(value[name], below(at, name), note)
    for (const [name, shape] of Object.entries(optional)) {
      if (value[name] !== undefined) shape(value[name], below(at, name), note)
    }
  }

/** An object with these fields and no other. */
export const exactly =
  (
    needed: Readonly<Record<string, Shape>>,
    optional: Readonly<Record<string, Shape>> = {},
  ): Shape =>
  (value, at, note) => {
    openly(needed, optional)(value, at, note)
    for (const name of isRecord(value) ? Object.keys(value) : []) {
      if (!Object.hasOwn(needed, name) && !Object.hasOwn(optional, name)) {
        note(below(at, name), 'is not known')
      }
    }
  }
