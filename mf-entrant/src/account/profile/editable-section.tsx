import { holdsFocus } from '@awards/shared/browser/focus'
import { Button, DefinitionList, SectionHeading } from '@awards/shared/ui'
import { Button as AntdButton } from 'antd'
import { useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { flushSync } from 'react-dom'
import styles from './profile.module.css'

/** Callbacks of a form in a section. */
export type Edit = { close: () => void; onDirty: (isDirty: boolean) => void }

type EditableSectionProps = {
  title: string
  editLabel: string
  items: ComponentProps<typeof DefinitionList>['items']
  /** Shown while there are no items. */
  empty?: string
  onDirty: (isDirty: boolean) => void
  children: (edit: Edit) => ReactNode
}

/** A list of facts that turns into a form in place; moves the focus to the form and back to the button. */
export function EditableSection(props: EditableSectionProps) {
  const { title, editLabel, items, empty, onDirty, children } = props
  const { t } = useTranslation('entrant')
  const [isEditing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const form = useRef<HTMLDivElement>(null)

  const open = () => {
    flushSync(() => setEditing(true))
    form.current?.querySelector<HTMLElement>('input:not([type="radio"])')?.focus()
  }
  const close = () => {
    const isHere = holdsFocus(form.current)
    flushSync(() => {
      onDirty(false)
      setEditing(false)
    })
    if (isHere) button.current?.focus()
  }
  return (
    <section>
      <SectionHeading
        size="small"
        aside={
          !isEditing && (
            <Button ref={button} size="small" aria-label={editLabel} onClick={open}>
              {t('profile.change')}
            </Button>
          )
        }
      >
        {title}
      </SectionHeading>
      {isEditing && <div ref={form}>{children({ close, onDirty })}</div>}
      {!isEditing && items.length === 0 && <p className={styles.text}>{empty}</p>}
      {!isEditing && items.length > 0 && <DefinitionList items={items} />}
    </section>
  )
}

type FormButtonsProps = { label: string; isBusy: boolean; onCancel: () => void }

/** Save and cancel buttons of a form. */
export function FormButtons({ label, isBusy, onCancel }: FormButtonsProps) {
  const { t } = useTranslation('entrant')
  return (
    <div className={styles.buttons}>
      <AntdButton type="primary" htmlType="submit" loading={isBusy}>
        {label}
      </AntdButton>
      <AntdButton onClick={onCancel}>{t('profile.cancel')}</AntdButton>
    </div>
  )
}
