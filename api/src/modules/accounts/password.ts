import { hash, verify } from '@node-rs/argon2'

// OWASP's floor for argon2id; about 8 ms of a core, off the event loop.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Argon2id hash to store for a password. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST)

let decoy: Promise<string> | undefined

/** Computes the decoy hash in advance. */
export async function warmPassword() {
  await passwordMatches(undefined, '')
}

/** Verifies against the stored hash, or against a decoy if there is none, so that timing reveals no account. */
export async function passwordMatches(stored: string | undefined, password: string) {
  decoy ??= hashPassword('an account that does not exist')
  const matches = await verify(stored ?? (await decoy), password)
  return matches && stored !== undefined
}
