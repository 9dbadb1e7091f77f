import type { Section } from '@awards/shared/contract'
import { fieldErrors } from '@awards/shared/client'
import { paths } from '@awards/shared/paths'
import { useCurrentUser } from '@awards/shared/session'
import { Form } from 'antd'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useCreateEntryMutation } from '../entrant.api.ts'
import { newEntryCopy, type NewEntryValues } from './new-entry-copy.ts'

const STUDENT = 3

/** Who registered as a student enters as one; everybody else most often as a professional. */
const guessed = (sections: readonly Section[], accountType: number | undefined) =>
  sections.find(({ code }) => code === (accountType === STUDENT ? 'student' : 'professional'))?.id

/** The form that begins an entry; what is in it survives a closed window and an ended session. */
export function useNewEntry(sections: readonly Section[]) {
  const navigate = useNavigate()
  const user = useCurrentUser()
  const userId = user?.id ?? ''
  const [create, { isLoading }] = useCreateEntryMutation()
  const [form] = Form.useForm<NewEntryValues>()
  // A second press, or a repeat after a lost answer, must not make a second entry.
  const [key, setKey] = useState(() => crypto.randomUUID?.())
  const section = guessed(sections, user?.account_type)

  useEffect(() => {
    void newEntryCopy.read(userId).then((copy) => {
      if (!copy || form.isFieldsTouched()) return
      form.setFieldsValue(copy.values)
      if (copy.idempotency_key) setKey(copy.idempotency_key as typeof key)
    })
  }, [form, userId])

  const begin = async ({ section_id = '', category_ids, title = '' }: NewEntryValues) => {
    try {
      const input = { section_id, category_ids, title, idempotency_key: key }
      const { orders } = await create(input).unwrap()
      await newEntryCopy.remove(userId)
      const [first] = orders
      if (first) navigate(paths.steps({ id: first.apply_order_id, step: 2 }))
    } catch (error) {
      form.setFields(fieldErrors(error).map((field) => ({ ...field, name: field.name as never })))
    }
  }

  return {
    begin,
    isLoading,
    props: {
      form,
      initialValues: { section_id: section, category_ids: [] },
      onValuesChange: (_changed: unknown, values: NewEntryValues) =>
        void newEntryCopy.write(userId, { values, idempotency_key: key }),
    },
  }
}
