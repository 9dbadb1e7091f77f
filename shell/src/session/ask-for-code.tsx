import { callApi } from '@awards/shared/client'
import { account } from '@awards/shared/contract'
import { App } from 'antd'
import { createRoot } from 'react-dom/client'
import { AntdTheming } from '../design/antd-theming.tsx'
import { loadDesign } from '../design/load-design.ts'
import { StepUpDialog } from './step-up-dialog.tsx'

let asking: Promise<boolean> | undefined

/** Has a code sent and asks for it, over whatever page; true once it was right. Several calls share one dialog. */
export function askForCode(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return asking
}

async function ask(): Promise<boolean> {
  await loadDesign()
  // A refusal has been told by the client: no dialog without a code.
  const sent = await callApi(account.requestStepUp, {}).catch(() => undefined)
  return sent ? openDialog(sent.resend_after) : false
}

function openDialog(wait: number) {
  const before = document.activeElement
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  return new Promise<boolean>((answer) => {
    const close = (isProven: boolean) => {
      root.unmount()
      place.remove()
      if (before instanceof HTMLElement) before.focus()
      answer(isProven)
    }
    root.render(
      <AntdTheming>
        <App>
          <StepUpDialog wait={wait} onDone={close} />
        </App>
      </AntdTheming>,
    )
  })
}
