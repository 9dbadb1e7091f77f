import { registerNamespace } from '@awards/shared/i18n'

registerNamespace('qa', (language) => import(`./texts/${language}.json`))

export { Bar } from './bar.tsx'
export { Cards } from './cards.tsx'
