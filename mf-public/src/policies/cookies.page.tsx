import { keepChoice, readChoice } from '@awards/shared/client'
import { useServerRenderedForm } from '@awards/shared/forms/use-server-rendered-form'
import { paths } from '@awards/shared/paths'
import { POLICY_TYPES, ROLLOUT } from '@awards/shared/rules'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '@awards/shared/ui/native/choice'
import text from '../ui/long-text.module.css'
import { PolicyPage } from './policies.page.tsx'

const { name, accepted, refused } = ROLLOUT.choice

/** Lets a visitor out of gradual rollouts, and so out of the one cookie that is not of their own making. */
function RolloutChoice() {
  const { t } = useTranslation('public')
  const [takesPart, setTakesPart] = useState<boolean>()
  // The server renders the page for everybody, so the choice is read in the browser.
  useEffect(() => setTakesPart(readChoice(name) !== refused), [])

  const choose = (wanted: boolean) => {
    keepChoice(name, wanted ? accepted : refused)
    setTakesPart(wanted)
  }
  const field = useServerRenderedForm<HTMLInputElement>(({ checked }) => choose(checked))
  return (
    <section className={`${text.part} ${text.choice}`} aria-labelledby="rollout">
      <h2 id="rollout" className={text.title}>
        {t('rollout.title')}
      </h2>
      <Checkbox
        ref={field}
        label={t('rollout.label')}
        hint={t('rollout.hint')}
        checked={takesPart ?? true}
        onChange={({ target }) => choose(target.checked)}
      />
      <p role="status">{takesPart === false ? t('rollout.refused') : ''}</p>
    </section>
  )
}

export const Component = () => (
  <PolicyPage type={POLICY_TYPES.cookies} path={paths.cookies}>
    <RolloutChoice />
  </PolicyPage>
)
