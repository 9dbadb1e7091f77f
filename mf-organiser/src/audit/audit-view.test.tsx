import { connectClient } from '@awards/shared/client'
import { auditDesk, type AuditRow } from '@awards/shared/contract'
import { AUDIT_ACTS, AUDIT_AREAS, actsOfArea } from '@awards/shared/domain'
import { sessionReady } from '@awards/shared/session'
import { answer, answerCalls, renderRoutes, userOf } from '@awards/shared/testing'
import { screen, waitFor, within } from '@testing-library/react'
import en from '../locales/en.json'
import { routes } from '../routes.tsx'

const act = (audit_id: string, more: Partial<AuditRow>): AuditRow => ({
  audit_id,
  at: '2026-11-02T08:00:00Z',
  action: 'entry.refused',
  actor: { user_id: '1', name: 'Mireille Aubanel' },
  subject: { kind: 'entry', id: '9', name: 'AB27-0001 Ondine' },
  changes: [{ name: 'entry_status', before: '20', after: '91' }],
  reason: 'Shown before',
  ...more,
})

let restore = () => {}
beforeEach(() => {
  restore = answerCalls()
  connectClient({ notify: () => undefined, navigate: () => undefined })
})
afterEach(() => restore())

async function open(address = '') {
  const site = await renderRoutes(routes, `/organiser?view=audit${address}`)
  site.store.dispatch(sessionReady({ ...userOf(0), rights: ['organise'] }))
  return site
}

test('acts are sentences, with what changed in the words of the site; an unknown one is named', async () => {
  const rows = [
    act('3', {}),
    act('2', { action: 'decision.confirm', subject: null, changes: [], reason: null }),
    act('1', { action: 'moon.landed', actor: null, changes: [], reason: null }),
  ]
  answer(auditDesk.audit, () => ({ list: rows, next: null, person: null }))
  await open()
  const [refused, decided, unknown] = within(
    await screen.findByRole('list', { name: 'Audit log' }),
  ).getAllByRole('listitem')
  expect(refused).toHaveTextContent('Entry refused: AB27-0001 Ondine')
  expect(refused).toHaveTextContent('State: Registered Disqualified')
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(decided).toBeDefined()
  expect(unknown).toBeDefined()
  expect(lines.join('\n')).toContain('Jury decided on an entry')
  expect(lines.join('\n')).toContain('Other act: moon.landed')
})

test('a kind narrows the log, and an older page is an address of its own', async () => {
  const asked: unknown[] = []
  answer(auditDesk.audit, (input) => {
    asked.push(input)
    return { list: [act('3', {})], next: '3', person: null }
  })
  const { user } = await open('&area=entry')
  await user.click(await screen.findByRole('link', { name: 'Older' }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ area: 'entry', before: '3' }))
  await user.click(await screen.findByRole('link', { name: 'Newest' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Newest' })).toBeNull())
})

test('every act that has a name here has a sentence, and every act of the jury one of its kind', () => {
  const sentence = (action: string) =>
    action
      .split('.')
      .reduce<unknown>(
        (at, word) => (typeof at === 'object' && at ? Reflect.get(at, word) : undefined),
        en.audit.act,
      )
  expect(AUDIT_ACTS.filter((action) => typeof sentence(action) !== 'string')).toEqual([])
  expect(Object.keys(en.audit.sealed).toSorted()).toEqual([...actsOfArea('jury')].toSorted())
  expect(Object.keys(en.audit.areas)).toEqual(['all', ...AUDIT_AREAS])
})
