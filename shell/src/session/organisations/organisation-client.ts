import { callApi, clientHost, failureSentence } from '@awards/shared/client'
import { oidc, type Input } from '@awards/shared/contract'
import { inLanguage, LANGUAGES } from '@awards/shared/domain'
import i18next from 'i18next'
import { notify, notifySuccess } from '../../design/load-design.tsx'

const SHOWN_HERE = { skipErrorHandler: true } as const

/** Sends another code, where one is asked for. */
export const resume = () => callApi(oidc.resume, {}, SHOWN_HERE)
export const confirm = (input: Input<typeof oidc.confirm>) =>
  callApi(oidc.confirm, input, SHOWN_HERE)
export const register = (input: Input<typeof oidc.register>) =>
  callApi(oidc.register, input, SHOWN_HERE)

/** Leaves the site for an organisation, to link it to the account. */
export async function beginLink(provider: string) {
  const { url } = await callApi(oidc.beginLink, { provider }, SHOWN_HERE)
  window.location.assign(url)
}

/** Links the organisation that has come back to this browser, and says so, or why it is not. */
export async function link(run = () => callApi(oidc.link, {}, SHOWN_HERE)) {
  try {
    const { label } = await run()
    const language = LANGUAGES.find((one) => one === clientHost().language()) ?? 'en'
    const name = inLanguage(label, language)
    notifySuccess(i18next.t('shell:session.organisation.linked', { name }))
  } catch (error) {
    notify(failureSentence(error) ?? '')
  }
}
