import { registerNamespace } from '@awards/shared/i18n'

void registerNamespace('books', (language) => import(`./locales/${language}.json`))
