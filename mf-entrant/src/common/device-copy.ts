/**
 * What an access to the storage of this device gives, or nothing. Storage that is refused rejects; where there is none at
 * all, the call itself throws.
 */
export async function orNothing<T>(attempt: () => Promise<T>): Promise<T | undefined> {
  try {
    return await attempt()
  } catch {
    return undefined
  }
}
