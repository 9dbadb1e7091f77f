import { entries, type FormQuestion, type Output } from '@awards/shared/contract'
import { answer, renderRoutes } from '@awards/shared/testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { answerOpenCall, paidEntry } from '../common/owner-entry.fixture.ts'
import { routes } from '../routes.tsx'
import './steps.page.tsx'

let end: () => void
beforeEach(() => {
  end = answerOpenCall()
})
afterEach(() => end())

const finish: FormQuestion = {
  code: 'finish',
  kind: 'choice',
  label: 'Finish',
  help: null,
  required: false,
  choices: ['oil', 'wax', 'soap', 'lacquer', 'paint', 'none'].map((code) => ({
    code,
    label: code,
  })),
  jurors: 'shown',
  public: true,
}

test('a choice that is cleared is taken back on the server', async () => {
  const saved: unknown[] = []
  const answers = { ...paidEntry.answers, questions: { finish: 'wax' } }
  // Nobody has answered the other, which is therefore not taken back.
  const questions = [finish, { ...finish, code: 'core', label: 'Core' }]
  answer(entries.info, () => ({ ...paidEntry, answers, questions }))
  answer(entries.edit, (input) => {
    saved.push(input)
    return {
      version: 5,
      entry_status: 20,
      entry_status_text: 'registered',
      problems: {},
    } as Output<typeof entries.edit>
  })
  await renderRoutes(routes, '/steps?id=7&step=2')
  const field = await screen.findByRole('combobox', { name: 'Finish' })
  const clear = field.closest('.ant-select')?.querySelector('.ant-select-clear')
  if (!clear) throw new Error('The choice cannot be cleared')
  fireEvent.mouseDown(clear)
  fireEvent.click(clear)
  await waitFor(() => expect(saved.at(-1)).toHaveProperty('answers.questions', { finish: null }), {
    timeout: 10_000,
  })
})
