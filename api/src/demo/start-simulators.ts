import type { Config } from '../start/config.ts'
import { shiftedClock } from '../lib/shifted-clock.ts'
import { askForPapers, serveSimulators, type SimulatorPapers } from './serve-simulators.ts'

export type Simulators = ReturnType<typeof connectionTo> & { close(): Promise<void> }

/** Mailbox and providers of the demo: on the port after the site's, or those of another process. */
export async function startSimulators(config: Config): Promise<Simulators> {
  const { dataDir, mode, host, port, siteUrl, clockShiftFile, simulatorsUrl, secret } = config
  if (simulatorsUrl) {
    const papers = await askForPapers(simulatorsUrl, secret)
    return { ...connectionTo(simulatorsUrl, papers), close: async () => undefined }
  }
  const pages = new URL(siteUrl)
  pages.port = String(port + 1)
  const { papers, close } = await serveSimulators({
    ...{ dataDir, mode, host, port: port + 1, pages: pages.origin },
    notifyUrl: `http://127.0.0.1:${port}`,
    now: clockShiftFile ? shiftedClock(clockShiftFile) : () => new Date(),
  })
  return { ...connectionTo(`http://127.0.0.1:${port + 1}`, papers), close }
}

/** The settings of a site that works with simulators at an address. */
function connectionTo(address: string, { smtpPort, pages, notifyUrl, ...papers }: SimulatorPapers) {
  const page = (path: string) => new URL(path, pages).href
  return {
    smtpUrl: `smtp://${new URL(address).hostname}:${smtpPort}`,
    mailboxPage: page('/mailbox'),
    walletPage: page('/wallet'),
    cardPage: page('/card'),
    viesPage: page('/vies'),
    wechat: { ...papers.wallet, baseUrl: address, notifyUrl: `${notifyUrl}/api/wxpay/notify` },
    /** Asked in the name of a number that is nobody's, as the programme of the demo. */
    vies: { baseUrl: `${address}/vies/rest-api`, requester: 'FR00000000000', timeoutMs: 4_000 },
    stripe: { ...papers.card, apiBase: address },
  }
}
