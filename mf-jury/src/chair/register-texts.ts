import { registerNamespace } from '@awards/shared/i18n'

void registerNamespace('jurytable', (language) => import(`./locales/${language}.json`))
