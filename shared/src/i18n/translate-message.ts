import i18next from 'i18next'

/** Namespace of the sentences that rules and the server write in English; the sentence is the key. */
export const MESSAGES_NAMESPACE = 'messages'

/** A sentence of a form rule, the server or the client in the language on screen, else as it is. */
export const translateMessage = (sentence: string): string =>
  i18next.t(sentence, {
    ns: MESSAGES_NAMESPACE,
    keySeparator: false,
    nsSeparator: false,
    skipInterpolation: true,
    defaultValue: sentence,
  })
