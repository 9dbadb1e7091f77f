// `npm run test:full -- --only mutants-mails [--only "rate"]`: mutation test of broadcasts, written mails and figures.
import { mutantsCli, mutantsOf as of, type Mutant } from './run-mutants.ts'

const MAILS = 'api/src/modules/mails'
const SENDING = `${MAILS}/send-broadcasts.ts`
const AUDIENCE = `${MAILS}/broadcasts.repository.ts`
const VARIABLES = 'shared/src/domain/mails/mail-text.ts'
const WRITTEN = `${MAILS}/mail-texts.service.ts`
const FIGURES = 'api/src/modules/organiser/figures/figures.service.ts'
const CLOSING = 'api/src/modules/organiser/figures/closing'

/** Mutants that break one rule each. */
export const MUTANTS: readonly Mutant[] = [
  ...of(`${MAILS}/broadcasts.api.test.ts`, [
    {
      name: 'the rate of a minute is not kept',
      file: SENDING,
      change: [
        'config.broadcastsPerMinute - Math.max(queued, unsent)',
        'config.broadcastsPerMinute',
      ],
    },
    {
      name: 'a person stays waiting after their mail',
      file: SENDING,
      change: ['await repository.queued(id, reached, context.clock())', ''],
    },
    {
      name: 'a kill between people and mails keeps the people',
      file: SENDING,
      change: [
        'db.transaction().execute((trx) => sendSome(context, trx, id, budget))',
        'sendSome(context, db, id, budget)',
      ],
    },
    {
      name: 'a stopped broadcast is sent on',
      file: SENDING,
      change: ["['scheduled', 'sending'].includes(broadcast.state)", 'true'],
    },
    {
      name: 'who opted out is written to',
      file: SENDING,
      change: ["if (reader.is_stopped) return 'opted_out'", ''],
    },
    {
      name: 'a dead address is written to',
      file: SENDING,
      change: ["return reader.is_bounced ? 'bounced' : undefined", 'return undefined'],
    },
    {
      name: 'an address that was put right counts as dead',
      file: AUDIENCE,
      change: ['person.bounced_email = person.email', 'person.bounced_email is not null'],
    },
    {
      name: 'jurors who want no reminders are written to',
      file: AUDIENCE,
      change: ['not juror.wants_reminders as is_stopped', 'false as is_stopped'],
    },
    {
      name: 'a forged link ends mails',
      file: 'api/src/http/stop-page.ts',
      change: [
        'isSigned(acceptedSecrets, purpose, id, signature) ? id : undefined',
        'signature && id',
      ],
    },
    {
      name: 'a fetched link ends mails',
      file: 'api/src/http/stop-page.ts',
      change: [
        "answer(request, reply, idOf(request) ? 'confirm' : 'unknown'),",
        "answer(request, reply, (await stop(idOf(request) ?? '0')) ? 'confirm' : 'unknown'),",
      ],
    },
    {
      name: 'a draft of somebody else is overwritten',
      file: `${MAILS}/broadcasts.service.ts`,
      change: ['version !== undefined && row.version !== version', 'version === null'],
    },
    {
      name: 'the preview shows the link of its reader',
      file: `${MAILS}/send-broadcasts.ts`,
      change: [
        "{ ...params, stop: '', site: config.siteUrl, programme }",
        '{ ...params, site: config.siteUrl, programme }',
      ],
    },
    {
      name: 'a mail to jurors may name a work',
      file: 'shared/src/domain/mails/mail-text.ts',
      change: ["audience === 'jurors'", "audience === 'unpaid'"],
    },
  ]),
  ...of('shared/src/domain/mails/variables.test.ts', [
    {
      name: 'an unknown variable is taken',
      file: VARIABLES,
      change: ['!allowed.includes(name)', 'allowed.length === 0'],
    },
    {
      name: 'a broken variable is taken',
      file: VARIABLES,
      change: ['broken === undefined', 'broken !== null'],
    },
    {
      name: 'what the reader needs may be left out',
      file: 'shared/src/domain/mails/mail-text.ts',
      change: ['if (!kept.includes(name))', 'if (kept.length > 99)'],
    },
  ]),
  ...of('api/src/mail/mail-outbox.api.test.ts', [
    {
      name: 'a policy of the mail server marks an address',
      file: 'api/src/mail/bounce-address.ts',
      change: ['BAD_ADDRESS.test(text)', 'true'],
    },
    {
      name: 'a mail that arrives leaves the mark',
      file: 'api/src/mail/outbox.repository.ts',
      change: [
        'set bounced_email = null where bounced_email = ${to}',
        'set bounced_email = null where false and email = ${to}',
      ],
    },
  ]),
  ...of(`${MAILS}/mail-texts.api.test.ts`, [
    {
      name: 'the outbox does not read what is written',
      file: 'api/src/mail/mail-outbox.ts',
      change: ['await writtenTexts(db).of(row.template, language)', 'undefined'],
    },
    {
      name: 'of two who write the second wins',
      file: WRITTEN,
      change: ['if ((versions[0]?.id ?? null) !== after) throw changed()', ''],
    },
  ]),
  ...of('api/src/modules/organiser/figures/figures.api.test.ts', [
    {
      name: 'the edition before is counted to its end',
      file: FIGURES,
      change: [
        'until: new Date(edition.closes_at.getTime() - distance)',
        'until: edition.closes_at',
      ],
    },
  ]),
  ...of('api/src/modules/organiser/figures/closing.api.test.ts', [
    {
      name: 'a payment after the last export counts as exported',
      file: 'api/src/modules/organiser/figures/figures.repository.ts',
      change: ['where (ledger.at at time zone ${zone})::date between first and last', ''],
    },
    {
      name: 'an entry that nobody judges counts as scored',
      file: 'api/src/modules/organiser/figures/figures.repository.ts',
      change: [
        'not exists (select from assignments seat',
        'false and not exists (select from assignments seat',
      ],
    },
    {
      name: 'a phase by hand that is over holds nothing back',
      file: `${CLOSING}.service.ts`,
      change: ['new Date(following.starts_at) <= now', 'false'],
    },
  ]),
]

if (import.meta.main) process.exitCode = await mutantsCli(MUTANTS, 'rate')
