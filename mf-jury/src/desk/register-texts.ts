import { registerNamespace } from '@awards/shared/i18n'

void registerNamespace('jurydesk', (language) => import(`./locales/${language}.json`))
