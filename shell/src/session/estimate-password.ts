// As far as the server looks, too.
const LOOKED_AT = 64

let estimator: ReturnType<typeof load> | undefined

async function load() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: LOOKED_AT })
}

/**
 * How many guesses a password withstands, as a power of ten. The list of known passwords is large, so
 * that it is fetched when somebody begins to write one, and not with the page.
 */
export async function estimatePassword(password: string, own: readonly string[]): Promise<number> {
  estimator ??= load().catch((error: unknown) => {
    estimator = undefined
    throw error
  })
  return (await estimator).check(password.slice(0, LOOKED_AT), [...own]).guessesLog10
}
