import { callApi, fieldErrors, useApiMutation } from '@awards/shared/client'
import { account, type Input, type Profile, session } from '@awards/shared/contract'
import { useSiteDispatch, sessionReady } from '@awards/shared/session'
import { App, Form, type FormInstance } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Edit } from './editable-section.tsx'

/** The fields of a profile that its owner may change, as the server takes them. */
export const ownFields = (profile: Profile) => ({
  first_name: profile.first_name,
  last_name: profile.last_name,
  company: profile.company,
  school: profile.school,
  job_title: profile.job_title,
  country: profile.country,
  area_code: profile.area_code,
  phone: profile.phone,
  language: profile.language,
  newsletter: profile.newsletter,
})
export type PersonValues = Omit<ReturnType<typeof ownFields>, 'newsletter'>

/** Shows refusals of the server at their fields; what was written stays. */
export function showRefusals(form: FormInstance, error: unknown, under?: string) {
  const fields = fieldErrors(error).map(({ name, errors }) => ({
    name: name[0] === under ? name.slice(1) : name,
    errors,
  }))
  form.setFields(fields)
  const [first] = fields
  if (first) form.scrollToField(first.name, { focus: true, block: 'center' })
}

/** Reloads the user into the store, because the header shows the name. */
export function useRefreshUser() {
  const dispatch = useSiteDispatch()
  return async () => {
    const user = await callApi(session.getUserInfo, {}, { skipErrorHandler: true }).catch(
      () => undefined,
    )
    if (user) dispatch(sessionReady(user))
  }
}

/** Form instance and save function for a part of the profile. */
export function useProfileForm<Values>({ close }: Pick<Edit, 'close'>, under?: string) {
  const { t } = useTranslation('entrant')
  const { message } = App.useApp()
  const [form] = Form.useForm<Values>()
  const [update, { isLoading }] = useApiMutation(account.updateProfile)
  const refreshUser = useRefreshUser()
  const save = async (values: Input<typeof account.updateProfile>) => {
    try {
      await update(values).unwrap()
    } catch (error) {
      showRefusals(form, error, under)
      return
    }
    void message.success(t('profile.saved'))
    close()
    await refreshUser()
  }
  return { form, save, isSaving: isLoading }
}
