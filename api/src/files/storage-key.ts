import { randomBytes } from 'node:crypto'

const SHAPE = /^(public|private)\/[a-z0-9]{2}\/[a-z0-9]{30}\.[a-z0-9]{1,8}$/
/** Files of a published release keep their names, so that a file server can give them out too. */
const RELEASE = /^mfe\/mf-[a-z]{2,30}\/[0-9][0-9a-z.-]{0,60}(\/(?!\.)[A-Za-z0-9_.@-]{1,120}){1,6}$/

/** `public` is what anybody may see for ever (pictures of the programme); the rest is `private`. */
export type Zone = 'public' | 'private'

/** A key that cannot be guessed and says nothing but its zone and type. */
export function newStorageKey(zone: Zone, extension: string): string {
  const name = randomBytes(20).toString('hex').slice(0, 32)
  return `${zone}/${name.slice(0, 2)}/${name.slice(2)}.${extension}`
}

/** Only keys of our own making reach the disk, so no path can be smuggled in. */
export const isStorageKey = (key: string): boolean => SHAPE.test(key) || RELEASE.test(key)
