import { registerNamespace } from '@awards/shared/i18n'

void registerNamespace('juryframe', (language) => import(`./locales/${language}.json`))
