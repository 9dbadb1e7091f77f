/** How the simulator answers, by the last two digits of a number. Shown on its page and in the docs. */
export const VIES_RULES = [
  { ending: '98', answer: 'invalid', says: 'The number is not registered' },
  { ending: '97', answer: 'MS_UNAVAILABLE', says: 'The register of the country is away' },
  {
    ending: '96',
    answer: 'GLOBAL_MAX_CONCURRENT_REQ',
    says: 'The Commission has too much to do',
  },
  { ending: '95', answer: 'slow', says: 'The answer comes after ten seconds: too late' },
  { ending: '94', answer: 'silent', says: 'Registered; the country keeps name and address back' },
] as const

export type ViesAnswerKind = (typeof VIES_RULES)[number]['answer'] | 'valid'

/** The answer that a number stands for; one that no rule names is registered. */
export function kindOf(vatNumber: string): ViesAnswerKind {
  const ending = vatNumber.replaceAll(/\D/g, '').slice(-2)
  return VIES_RULES.find((rule) => rule.ending === ending)?.answer ?? 'valid'
}
