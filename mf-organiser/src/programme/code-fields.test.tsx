import { connectClient } from '@awards/shared/client'
import {
  programmeDesk,
  type ProgrammeDocument,
  type ProgrammeDocumentKind,
} from '@awards/shared/contract'
import { sessionReady } from '@awards/shared/session'
import { answer, answerCalls, renderRoutes, userOf } from '@awards/shared/testing'
import { screen } from '@testing-library/react'
import { routes } from '../routes.tsx'

const texts = { en: 'Wood', fr: 'Bois', zh: '木' }

let restore = () => {}
beforeEach(() => {
  restore = answerCalls()
  connectClient({ notify: () => undefined, navigate: () => undefined })
  answer(programmeDesk.pictures, () => ({ list: [] }))
})
afterEach(() => restore())

async function open(kind: ProgrammeDocumentKind, document: ProgrammeDocument) {
  const file = `${kind}.yaml`
  const row = { file, kind, name: texts, state: 'live' as const, changed_by: null, at: '' }
  answer(programmeDesk.documents, () => ({
    list: [{ ...row, changed_at: null, missing: { fr: 0, zh: 0 } }],
    time_zone: 'Europe/Paris',
    currency: 'EUR',
  }))
  answer(programmeDesk.document, (input) => {
    // The form of the questions asks for the categories as well, which have none here.
    const own = (input as { file: string }).file === file ? document : null
    return { file, kind, document: own, live: own, conflicts: [] }
  })
  const { user, store } = await renderRoutes(routes, `/organiser?view=programme&file=${file}`)
  store.dispatch(sessionReady({ ...userOf(0), rights: ['organise'] }))
  return user
}

const category = {
  code: 'WOO',
  name: texts,
  description: texts,
  image: '',
  alt: texts,
  weights: {},
}
const group = { code: 'MAT', name: texts, description: texts }
const banner = { code: 'woo', position: 'home_hero', title: texts, image: '', alt: texts }
const question = { code: 'woo', kind: 'text', label: texts, sections: [], categories: [] }

test.each([
  { kind: 'categories', document: { list: [{ ...group, categories: [] }] }, add: 'Add a group' },
  { kind: 'banners', document: { list: [banner] }, add: 'Add a banner' },
  {
    kind: 'questions',
    document: { list: [{ ...question, choices: [], file_kinds: [], jurors: 'hidden' }] },
    add: 'Add a question',
  },
] as const)('a new code may begin like another one: $add', async ({ kind, document, add }) => {
  const user = await open(kind, document)
  await user.click(await screen.findByRole('button', { name: add }))
  const code = await screen.findByRole('textbox', { name: /^Code/ })
  const known = document.list[0].code
  await user.type(code, known)
  expect(code).toBeEnabled()
  await user.type(code, 'd')
  expect(code).toHaveValue(`${known}d`)
})

test('a new category may have a code that begins like another one, whose own code stays', async () => {
  const user = await open('categories', { list: [{ ...group, categories: [category] }] })
  await user.click(await screen.findByRole('button', { name: 'Wood' }))
  expect(screen.getByRole('textbox', { name: /^Code/ })).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Add a category' }))
  const codes = await screen.findAllByRole('textbox', { name: /^Code/ })
  const code = codes[1] as HTMLElement
  await user.type(code, 'WOO')
  expect(code).toBeEnabled()
  await user.type(code, 'D')
  expect(code).toHaveValue('WOOD')
})
