import { registerNamespace } from '@awards/shared/i18n'

void registerNamespace('invitation', (language) => import(`./locales/${language}.json`))
