import type { DemoAccount } from '../demo/demo-accounts.ts'
import type { Config } from './config.ts'
import type { Log } from '../observability/log.ts'

type Started = {
  config: Config
  log: Log
  accounts: readonly DemoAccount[]
  simulators:
    | { mailboxPage: string; walletPage: string; cardPage: string; viesPage: string }
    | undefined
}

/** Tells the operator where everything is; in production in the manner of the log. */
export function announce({ config, accounts, simulators, log }: Started) {
  const { siteUrl, serve, host, port, metricsPort } = config
  log.info('site.ready', { serve, url: siteUrl, host, port, metrics_port: metricsPort })
  if (config.mode === 'production') return
  const ready = serve === 'site' ? `site is ready at ${siteUrl}/home` : `registry is at ${siteUrl}`
  const lines = ['', `The ${ready}`]
  if (simulators) {
    lines.push(`Mailbox (every mail the site sends): ${simulators.mailboxPage}`)
    lines.push(`Wallet (pays the QR codes):          ${simulators.walletPage}`)
    lines.push(`Cards (payments, as the bank does):  ${simulators.cardPage}`)
    lines.push(`VIES (looks VAT numbers up):         ${simulators.viesPage}`)
  }
  if (accounts.length > 0) {
    const width = Math.max(...accounts.map(({ role }) => role.length))
    lines.push('', `Demo accounts, password ${accounts[0]?.password}`)
    for (const { role, email } of accounts) lines.push(`  ${role.padEnd(width)}  ${email}`)
  }
  lines.push('', 'Press Ctrl-C to stop.', '')
  console.log(lines.join('\n'))
}
