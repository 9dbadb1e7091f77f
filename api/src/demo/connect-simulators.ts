import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { SimulatorCredentials } from '@awards/simulators'
import { errorCode, StartError } from '../lib/errors.ts'
import { shiftedClock } from '../lib/time.ts'
import type { OidcProvider } from '../modules/accounts/oidc/oidc-config.ts'
import type { PlatformConfig } from '../modules/accounting/platform/platform-client.ts'
import type { StripeConfig } from '../modules/payments/channels/stripe/stripe-config.ts'
import type { WechatConfig } from '../modules/payments/channels/wechat/wechat-config.ts'
import type { Config } from '../start/config.ts'
import { listen } from '../start/ports.ts'

const WAIT_MS = 20_000
const PAUSE_MS = 250

/** Asks for the credentials with the token that `serveCredentials` of the simulators expects. */
async function askWith(secret: string, address: string) {
  const token = createHmac('sha256', secret).update('simulators').digest('hex')
  const headers = { authorization: `Bearer ${token}` }
  const given = { headers, redirect: 'manual' as const }
  return fetch(new URL('/credentials', address), given).catch(() => undefined)
}

/** Fetches the credentials from simulators that may still be starting, or still know the secret before. */
async function fetchCredentials(
  address: string,
  secrets: readonly string[],
): Promise<SimulatorCredentials> {
  for (const end = Date.now() + WAIT_MS; ;) {
    const answers = await Promise.all(secrets.map((secret) => askWith(secret, address)))
    const answer = answers.find((one) => one?.ok)
    if (answer) return (await answer.json()) as SimulatorCredentials
    if (answers.every((one) => one?.status === 401)) {
      throw new StartError(
        `The simulators at ${address} have another SECRET. Give all processes the same one.`,
      )
    }
    if (Date.now() > end) {
      throw new StartError(
        `The simulators at ${address} do not answer. Start them, or take SIMULATORS_URL away.`,
      )
    }
    await delay(PAUSE_MS)
  }
}

/** Imports the simulators, which the production image does not contain. */
async function importSimulators() {
  try {
    return await import('@awards/simulators')
  } catch (error) {
    const isAbsent =
      errorCode(error) === 'ERR_MODULE_NOT_FOUND' &&
      error instanceof Error &&
      error.message.includes("'@awards/simulators'")
    if (!isAbsent) throw error
    throw new StartError(
      'The demo needs simulators of mail and payments, and @awards/simulators is not installed here.\n' +
        'Set SIMULATORS_URL to simulators that run elsewhere, or MODE=production.',
    )
  }
}

type Simulators = ReturnType<typeof connectionTo> & { close(): Promise<void> }

/** Connects to the simulators at SIMULATORS_URL; without it, starts them on the port after the site's. */
export async function startSimulators(config: Config): Promise<Simulators> {
  const { dataDir, mode, host, siteUrl, clockShiftFile, simulatorsUrl } = config
  if (simulatorsUrl) {
    const credentials = await fetchCredentials(simulatorsUrl, config.acceptedSecrets)
    return { ...connectionTo(simulatorsUrl, credentials), close: async () => undefined }
  }
  const { serveSimulators } = await importSimulators()
  const port = config.port + 1
  const pages = new URL(siteUrl)
  pages.port = String(port)
  const serving = serveSimulators({
    dataDir,
    mode,
    host,
    port,
    pages: pages.origin,
    notifyUrl: `http://127.0.0.1:${config.port}`,
    now: clockShiftFile ? shiftedClock(clockShiftFile) : () => new Date(),
  })
  await listen(serving, port)
  const { credentials, close } = await serving
  return { ...connectionTo(`http://127.0.0.1:${port}`, credentials), close }
}

/** Settings of a site that uses the simulators at an address. */
function connectionTo(
  address: string,
  { smtpPort, pages, notifyUrl, wallet, card, oidc }: SimulatorCredentials,
) {
  const page = (path: string) => new URL(path, pages).href
  return {
    smtpUrl: `smtp://${new URL(address).hostname}:${smtpPort}`,
    mailboxPage: page('/mailbox'),
    walletPage: page('/wallet'),
    cardPage: page('/card'),
    viesPage: page('/vies'),
    paPage: page('/pa'),
    channels: {
      wechat_native: { ...wallet, baseUrl: address, notifyUrl: `${notifyUrl}/api/wxpay/notify` },
      card: { ...card, apiBase: address },
    } satisfies { wechat_native: WechatConfig; card: StripeConfig },
    providers: [
      {
        id: 'demo',
        label: { en: 'Demo University', fr: 'Université de démonstration', zh: '演示大学' },
        issuer: oidc.issuer,
        client_id: oidc.clientId,
        secret: { text: oidc.clientSecret },
        scopes: ['openid', 'email', 'profile'],
        algorithms: ['ES256'],
        new_accounts: true,
        trust_verified_email: true,
        private_network: false,
        reachAt: address,
      },
    ] satisfies readonly OidcProvider[],
    /** The requester is a number that nobody has, as in the demo programme. */
    vies: { baseUrl: `${address}/vies/rest-api`, requester: 'FR00000000000', timeoutMs: 4_000 },
    approvedPlatform: {
      flowUrl: `${address}/pa/flow-service`,
      directoryUrl: `${address}/pa/directory-service`,
      tokenUrl: `${address}/pa/token`,
      clientId: 'demo',
      clientSecret: 'demo',
      organizationId: undefined,
      timeoutMs: 4_000,
    } satisfies PlatformConfig,
  }
}
