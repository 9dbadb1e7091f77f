import { connectClient } from '@awards/shared/client'
import {
  programmeDesk,
  type Input,
  type ProgrammeDocument,
  type SeasonDocument,
} from '@awards/shared/contract'
import { sessionReady } from '@awards/shared/session'
import { answer, answerCalls, refuse, renderRoutes, userOf } from '@awards/shared/testing'
import { screen, waitFor } from '@testing-library/react'
import { routes } from '../routes.tsx'

const span = { starts_at: '2027-01-01 00:00', ends_at: '2027-02-01 00:00' }
const last: SeasonDocument = {
  code: 'S27',
  name: { en: 'Season 2027' },
  year: 2027,
  season: 1,
  status: 'upcoming',
  rules_version: '1',
  opens_at: span.starts_at,
  closes_at: span.ends_at,
  results_at: span.ends_at,
  phases: [],
  fee_periods: [{ code: 'regular', ...span }],
  entry_fees: {},
}
const FILE = 'editions/s27.yaml'
const IN_USE = 'Another document has this code, address or version already.'

type Save = Input<typeof programmeDesk.save>
let sent: Save[] = []
let kept: ProgrammeDocument | null = null

/** Keeps a document as the server does: what is begun under the name of another one is refused. */
function keep(input: unknown) {
  const { from, document } = input as Save
  sent.push(input as Save)
  const isSame = JSON.stringify(document) === JSON.stringify(kept)
  if (kept && !isSame && JSON.stringify(from) !== JSON.stringify(kept)) throw new Error(IN_USE)
  kept = document
  return { document, is_merged: false }
}
const loseTheAnswer = (input: unknown) => {
  keep(input)
  throw new Error('The connection is gone')
}
const loseTheRequest = (input: unknown) => {
  sent.push(input as Save)
  throw new Error('The connection is gone')
}

let restore = () => {}
const notifySuccess = jest.fn()
beforeEach(() => {
  sent = []
  kept = null
  restore = answerCalls()
  connectClient({ notify: () => undefined, notifySuccess, navigate: () => undefined })
  answer(programmeDesk.documents, () => ({ list: [], time_zone: 'Europe/Paris', currency: 'EUR' }))
  const document = last as unknown as ProgrammeDocument
  answer(programmeDesk.document, () => ({
    file: FILE,
    kind: 'season' as const,
    document,
    live: document,
    conflicts: [],
  }))
})
afterEach(() => restore())

async function begin() {
  const at = `/organiser?view=programme&new=season&file=${encodeURIComponent(FILE)}`
  const { user, store } = await renderRoutes(routes, at)
  store.dispatch(sessionReady({ ...userOf(0), rights: ['organise'] }))
  await screen.findByRole('button', { name: 'Save the draft' })
  const save = async () => {
    const before = sent.length
    await user.click(await screen.findByRole('button', { name: 'Save the draft' }))
    await waitFor(() => expect(sent.length).toBeGreaterThan(before))
    await waitFor(() => {
      const button = screen.queryByRole('button', { name: /Save the draft/ })
      expect(button?.classList.contains('ant-btn-loading') ?? false).toBe(false)
    })
  }
  const typeVersion = (text: string) =>
    user.type(screen.getByRole('textbox', { name: 'Version of the regulations' }), text)
  return { user, save, typeVersion }
}
const versions = () => sent.map(({ document }) => document?.['rules_version'])

test('what is typed after a save whose answer was lost is an edit of the document that it kept', async () => {
  const { save, typeVersion } = await begin()
  answer(programmeDesk.save, loseTheAnswer)
  await save()
  expect(kept).toMatchObject({ code: 'S28', rules_version: '1' })

  await typeVersion('2')
  answer(programmeDesk.save, keep)
  await save()
  await waitFor(() => expect(kept).toMatchObject({ code: 'S28', rules_version: '12' }))
  expect(versions()).toEqual(['1', '1', '12'])
  expect(sent.map(({ from }) => from?.['rules_version'] ?? null)).toEqual([null, null, '1'])
  expect(screen.queryByRole('button', { name: 'Save the draft' })).toBeNull()
})

test('while answers are lost again and again, nothing newer overtakes the save that has none', async () => {
  const { save, typeVersion } = await begin()
  answer(programmeDesk.save, loseTheRequest)
  await save()
  await typeVersion('2')
  answer(programmeDesk.save, loseTheAnswer)
  await save()
  expect(versions()).toEqual(['1', '1'])
  await typeVersion('3')
  answer(programmeDesk.save, keep)
  await save()
  await waitFor(() => expect(kept).toMatchObject({ rules_version: '123' }))
  expect(versions()).toEqual(['1', '1', '1', '123'])
})

test('a save that was refused, or had another code, is not sent again', async () => {
  const { user, save, typeVersion } = await begin()
  refuse(programmeDesk.save, 422, { code: [IN_USE] })
  const code = screen.getByRole('textbox', { name: 'Code' })
  await user.click(screen.getByRole('button', { name: 'Save the draft' }))
  expect(await screen.findByText(IN_USE)).toBeVisible()
  await typeVersion('2')
  answer(programmeDesk.save, loseTheRequest)
  await save()
  expect(versions()).toEqual(['12'])
  await user.type(code, 'B')
  answer(programmeDesk.save, keep)
  await save()
  await waitFor(() => expect(kept).toMatchObject({ code: 'S28B', rules_version: '12' }))
  expect(sent.map(({ file }) => file)).toEqual(['editions/s28.yaml', 'editions/s28b.yaml'])
})
