import { renderRoutes } from '@awards/shared/testing'
import { TextField } from '@awards/shared/ui/native/field'
import { screen } from '@testing-library/react'
import { z } from 'zod'
import { NativeForm, useNativeForm } from './native-form.tsx'

const RULE = 'Take ten characters'
const schema = z.object({ password: z.string(RULE).min(10, RULE) })

function Page() {
  const { props, errors } = useNativeForm({
    name: 'rule',
    schema,
    input: ({ password }) => ({ password }),
    send: async () => undefined,
  })
  return (
    <NativeForm {...props}>
      <TextField name="password" label="Password" error={errors['password']} />
    </NativeForm>
  )
}

test('E10: a message goes as soon as it is no longer true, and comes when the focus leaves', async () => {
  const { user } = await renderRoutes([{ path: '/', element: <Page /> }], '/')
  const field = await screen.findByLabelText('Password')
  await user.type(field, 'short')
  expect(screen.queryByText(RULE)).toBeNull()
  await user.tab()
  expect(await screen.findByText(RULE)).toBeVisible()
  await user.type(field, ' and longer')
  expect(screen.queryByText(RULE)).toBeNull()
})

test('an empty field that the focus leaves has no message until the form is sent', async () => {
  const { user } = await renderRoutes([{ path: '/', element: <Page /> }], '/')
  const field = await screen.findByLabelText('Password')
  await user.click(field)
  await user.tab()
  expect(screen.queryByText(RULE)).toBeNull()
  await user.type(field, '{Enter}')
  expect(await screen.findByText(RULE)).toBeVisible()
  // What is wrong already stays named, also while the field is empty.
  await user.tab()
  expect(screen.getByText(RULE)).toBeVisible()
})
