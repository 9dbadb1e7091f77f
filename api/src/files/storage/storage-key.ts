import { createHash, randomBytes } from 'node:crypto'

const SHAPE = /^(public|private)\/[a-z0-9]{2}\/[a-z0-9]{30}\.[a-z0-9]{1,8}$/
/** Files of a published release keep their names, so that a file server can give them out too. */
const RELEASE = /^mfe\/mf-[a-z]{2,30}\/[0-9][0-9a-z.-]{0,60}(\/(?!\.)[A-Za-z0-9_.@-]{1,120}){1,6}$/

/** A key that cannot be guessed and says nothing but its type. */
export const newStorageKey = (extension: string): string =>
  keyOf(randomBytes(16).toString('hex'), extension)

/** The key of what is made from another key's bytes: whoever makes it again makes the same. */
export const derivedStorageKey = (key: string, what: string, extension: string): string =>
  keyOf(createHash('sha256').update(`${what}:${key}`).digest('hex').slice(0, 32), extension)

// The first folder is of a time when pictures of the programme lay in one of their own.
const keyOf = (name: string, extension: string) =>
  `private/${name.slice(0, 2)}/${name.slice(2)}.${extension}`

/** Only keys of our own making reach the disk, so no path can be smuggled in. */
export const isStorageKey = (key: string): boolean => SHAPE.test(key) || RELEASE.test(key)
