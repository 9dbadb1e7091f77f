import { holdsOwnWords } from '@awards/shared/domain'
import type { AppContext } from '../../app/app-context.ts'
import { BusinessError } from '../../app/business-error.ts'

// Of five grades, 4 stands for ten thousand million guesses and more.
const GOOD = 4
// The beginning tells enough, and a longer text would hold up the other visitors.
const LOOKED_AT = 64

let estimator: ReturnType<typeof load> | undefined

/** The fifty thousand passwords that leaks have shown most often, and the ways of varying them. */
async function load() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: LOOKED_AT })
}

/** Reads the list ahead, so that the first visitor waits no longer than the next. */
export async function warmPasswordStrength() {
  estimator ??= load()
  ;(await estimator).check('warm')
}

/** Refuses what gets guessed first, with the names of the person and the programme in mind. */
export async function requireGoodPassword(
  { identity }: Pick<AppContext, 'identity'>,
  password: string,
  own: readonly string[],
) {
  if (holdsOwnWords(password, own)) {
    throw refused('Leave your name and your e-mail address out of the password')
  }
  estimator ??= load()
  const { programme_name: name } = await identity()
  const words = Object.values(name).flatMap((text) => text.split(/\s+/))
  const { score } = (await estimator).check(password.slice(0, LOOKED_AT), words)
  if (score < GOOD) {
    throw refused(
      'This password is among the first that get guessed. Make it longer, with words that have nothing to do with each other',
    )
  }
}

const refused = (message: string) => new BusinessError(422, { password: [message] })
