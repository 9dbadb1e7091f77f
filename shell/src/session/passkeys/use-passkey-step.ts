import { failureSentence } from '@awards/shared/client'
import { useState } from 'react'
import type * as PasskeyClient from './passkey-client.ts'

/** Whether the browser can be asked for a passkey; it cannot without TLS, or where the owner has forbidden it. */
export const supportsPasskeys = () => typeof window.PublicKeyCredential === 'function'

/** Runs a step with the device, whose code loads with the first press; `problem` is what went wrong. */
export function usePasskeyStep() {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const run = async (step: (client: typeof PasskeyClient) => Promise<void>) => {
    setBusy(true)
    setProblem(undefined)
    try {
      const client = await import('./passkey-client.ts')
      await step(client).catch(async (error: unknown) => setProblem(await client.problemOf(error)))
    } catch (error) {
      setProblem(failureSentence(error))
    } finally {
      setBusy(false)
    }
  }
  return { run, isBusy, problem }
}
