import type { Language } from '@awards/shared/domain'
import { changeLanguage } from '@awards/shared/i18n'
import i18next from 'i18next'
import { addressOf, languageOf, pathOf } from './addresses.ts'

/** Shows this page in another language: state and place stay, a public page gets its other address. */
export async function switchLanguage(language: Language) {
  await changeLanguage(language)
  const { history, location } = window
  const address = addressOf(language, pathOf(location)) + location.hash
  history.replaceState(history.state, '', address)
}

/** Going back or forward to the address of another language shows that language. */
export function followHistory() {
  window.addEventListener('popstate', () => {
    const language = languageOf(window.location.pathname)
    if (language && language !== i18next.language) void changeLanguage(language)
  })
}
