import { fieldErrors } from '@awards/shared/client'
import type { FormInstance } from 'antd'

/**
 * Runs a form's call. Its refusals also stand at the fields, since a toast is gone before it is read;
 * nothing that was written is lost.
 */
export const useSubmit =
  <Values, Answer>(
    form: FormInstance,
    call: (values: Values) => Promise<Answer>,
    done: (answer: Answer) => void,
  ) =>
  async (values: Values) => {
    try {
      done(await call(values))
    } catch (error) {
      const fields = fieldErrors(error)
      form.setFields(fields)
      const first = fields[0]
      if (first) form.scrollToField(first.name, { focus: true })
    }
  }
