const VERIFY = 'api/src/modules/audit/verify-chain.ts'
const KEPT = 'api/src/db/migrations/0034_audit_retention.sql'

/** See `mutants-44-62.mjs`: what concerns the log and the record of who did what. */
export const MUTANTS = [
  {
    check: 62,
    name: 'a secret is written into the log',
    file: 'api/src/observability/log.ts',
    change: ["SECRET.test(key) ? '[removed]' : redact(value)", 'redact(value)'],
    test: 'api/src/observability/log.test.ts',
  },
  {
    check: 62,
    name: 'addresses of people are written into the log',
    file: 'api/src/observability/log.ts',
    change: ["replace(EMAIL_ADDRESS, '[address]')", "replace(EMAIL_ADDRESS, '$&')"],
    test: 'api/src/observability/log.test.ts',
  },
  {
    check: 62,
    name: 'a link that is missing is passed over',
    file: VERIFY,
    change: ['if (seq !== expected) return', 'if (seq < expected) return'],
    test: 'api/src/modules/audit/audit.api.test.ts',
  },
  {
    check: 62,
    name: 'nobody looks for rows past the chain',
    file: VERIFY,
    change: [
      'truncated(seq, anchors) ?? inserted(await repository.unchained())',
      'truncated(seq, anchors)',
    ],
    test: 'api/src/modules/audit/audit.api.test.ts',
  },
  {
    check: 62,
    name: 'a row of the record can be changed',
    file: KEPT,
    change: ['before update on audit_log', 'before update of id on audit_log'],
    test: 'api/src/modules/audit/audit.api.test.ts',
  },
  {
    check: 62,
    name: 'rows of the record go before their time',
    file: KEPT,
    change: ['if old.at < now() - audit_kept() then', 'if true then'],
    test: 'api/src/modules/audit/forget-audit.api.test.ts',
  },
  {
    check: 62,
    name: 'the note of what went is believed whatever its date',
    file: VERIFY,
    change: ['if (is_due && !witness) return undefined', 'if (!witness) return undefined'],
    test: 'api/src/modules/audit/forget-audit.api.test.ts',
  },
  {
    check: 62,
    name: 'what went in time is not asked of the anchors',
    file: VERIFY,
    change: ['if (is_due && !witness) return undefined', 'if (is_due) return undefined'],
    test: 'api/src/modules/audit/forget-audit.api.test.ts',
  },
]
