// `npm run test:full -- --only mutants-webhooks [--only "order"]`: mutation test of webhooks.
import { mutantsCli, mutantsOf as of, type Mutant } from './run-mutants.ts'

const WEBHOOKS = 'api/src/modules/webhooks'
const DELIVER = `${WEBHOOKS}/deliver-webhooks.ts`
const DELIVERIES = `${WEBHOOKS}/webhooks.repository.ts`
const TABLES = 'api/src/db/migrations/0166_webhooks.sql'

/** Mutants that break one rule each. */
export const MUTANTS: readonly Mutant[] = [
  ...of(`${WEBHOOKS}/webhooks.api.test.ts`, [
    {
      name: 'a decision under embargo is told',
      file: TABLES,
      change: ["when 50 then 'in_judging'", "when 50 then 'awarded'"],
    },
    {
      name: 'a winner of an unpublished edition is told',
      file: TABLES,
      change: ['deferrable initially deferred for each row', 'for each row'],
    },
    {
      name: 'strangers are told of entries',
      file: TABLES,
      change: ['when e.user_id = any(owners) then', 'when true then'],
    },
    {
      name: 'an organiser who judges is told of entries',
      file: DELIVERIES,
      change: ["when 'organise' then ${mayOrganise}", "when 'organise' then true"],
    },
    {
      name: 'a locked account is told',
      file: DELIVERIES,
      change: ["and u.status = 'active'", ''],
    },
    {
      name: 'the secret before does not sign after an exchange',
      file: DELIVER,
      change: ['? [secret, old]', '? [secret]'],
    },
    {
      name: 'the secret before signs for ever',
      file: DELIVER,
      change: ['&& until > clock()', ''],
    },
    {
      name: 'an address that is gone is called again',
      file: `${WEBHOOKS}/post-webhook.ts`,
      change: ['if (status === 410) return', 'if (status === 9) return'],
    },
    {
      name: 'a failing address is never stopped',
      file: DELIVER,
      change: ["else await stop(endpoint_id, 'failing', { at, failingBefore })", ''],
    },
    {
      name: 'a failure is not tried again',
      file: DELIVER,
      change: ['isGone ? at : retryAt(delivery.attempts + 1, at)', 'isGone ? at : null'],
    },
    {
      name: 'a receiver that asks for a pause is called on',
      file: DELIVERIES,
      change: ['(e.paused_until is null or e.paused_until <= ${now})', 'true'],
    },
    {
      name: 'what waits is replayed beside itself',
      file: `${WEBHOOKS}/webhooks.repository.ts`,
      change: ['having bool_and(d.done_at is not null)', ''],
    },
    {
      name: 'the log of another account can be read',
      file: `${WEBHOOKS}/webhooks.service.ts`,
      change: ['if (!(await webhooksRepository(db).isOwn(actor.id, id))) throw gone()', ''],
    },
    {
      name: 'an open session is enough to add an address',
      file: `${WEBHOOKS}/webhooks.service.ts`,
      change: ['if (!actor.key) await', 'if (actor.key) await'],
    },
  ]),
  ...of(`${WEBHOOKS}/webhook-storm.api.test.ts`, [
    {
      name: 'the order of a subject is not kept',
      file: DELIVERIES,
      change: ['and earlier.done_at is null and earlier.seq < d.seq', 'and false'],
    },
    {
      name: 'a delivery is done before its answer',
      file: DELIVER,
      change: [
        '    const body = wholeBody(delivery)\n',
        "    const body = wholeBody(delivery)\n    await deliveriesRepository(db).note(delivery, { outcome: 'delivered', status: 204 }, { at: clock(), ms: 0, runAt: null })\n",
      ],
    },
  ]),
]

if (import.meta.main) process.exitCode = await mutantsCli(MUTANTS, 'order')
