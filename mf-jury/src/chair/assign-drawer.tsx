import { useApiQuery } from '@awards/shared/client'
import { Button, Drawer, Checkbox } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './assign-drawer.module.css'
import { judge, type SubJudgeRow } from '@awards/shared/contract'

type JurorListProps = {
  jurors: readonly SubJudgeRow[]
  chosen: readonly string[]
  onChoose: (ids: readonly string[]) => void
}

const LEVELS = [2, 3] as const

/** Jurors of both levels, those who know the field first; a conflict cannot be chosen. */
function JurorList({ jurors, chosen, onChoose }: JurorListProps) {
  const { t } = useTranslation('jury')
  const busiest = Math.max(1, ...jurors.map(({ load }) => load))
  const toggle = (id: string, isOn: boolean) =>
    onChoose(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))
  const order = (one: SubJudgeRow) =>
    Number(one.conflict !== null) * 2 - Number(one.expertise_match)

  return LEVELS.map((level) => (
    <section key={level} className={styles.level} aria-label={t(`assign.level${level}`)}>
      <h3 className={styles.heading}>{t(`assign.level${level}`)}</h3>
      <ul className={styles.list}>
        {jurors
          .filter((one) => one.level === level)
          .sort((a, b) => order(a) - order(b) || a.load - b.load)
          .map((one) => (
            <li key={one.juror_id} className={styles.juror}>
              <Checkbox
                checked={chosen.includes(one.juror_id)}
                disabled={one.conflict !== null}
                onChange={(event) => toggle(one.juror_id, event.target.checked)}
              >
                <span className={styles.name}>{one.name}</span>
                {one.expertise_match && <span className={styles.match}>{t('assign.match')}</span>}
                {one.assigned && (
                  <span className={styles.seat}>{t(`seat.${one.assignment_status}`)}</span>
                )}
              </Checkbox>
              {one.conflict ? (
                <span className={styles.conflict}>
                  {t('assign.conflict', { kind: t(`conflict.${one.conflict}`) })}
                </span>
              ) : (
                <span className={styles.load}>
                  <span className={styles.bar} aria-hidden="true">
                    <i style={{ inlineSize: `${(one.load / busiest) * 100}%` }} />
                  </span>
                  {t('assign.load', { count: one.load })}
                </span>
              )}
            </li>
          ))}
      </ul>
    </section>
  ))
}

type AssignDrawerProps = {
  isOpen: boolean
  isBusy?: boolean
  ids: ReadonlySet<string>
  onClose: () => void
  onAssign: (jurorIds: string[], mode: 'add' | 'remove') => void
}

/** Gives entries to jurors: who knows the field, who is free, who may not. */
export function AssignDrawer({
  isOpen,
  isBusy = false,
  ids,
  onClose,
  onAssign,
}: AssignDrawerProps) {
  const { t } = useTranslation('jury')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [first = ''] = ids
  const { currentData } = useApiQuery(
    judge.getSubJudges,
    { apply_order_id: first },
    { skip: !isOpen || first === '' },
  )

  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      afterOpenChange={(isNowOpen) => !isNowOpen && setChosen([])}
      size={480}
      title={t('assign.title', { count: ids.size })}
      footer={
        <div className={styles.actions}>
          <Button
            type="primary"
            disabled={chosen.length === 0}
            loading={isBusy}
            onClick={() => onAssign([...chosen], 'add')}
          >
            {t('assign.add', { count: chosen.length })}
          </Button>
          <Button
            disabled={chosen.length === 0}
            loading={isBusy}
            onClick={() => onAssign([...chosen], 'remove')}
          >
            {t('assign.remove')}
          </Button>
        </div>
      }
    >
      {ids.size > 1 && <p className={styles.note}>{t('assign.several')}</p>}
      {currentData && <JurorList jurors={currentData.list} chosen={chosen} onChoose={setChosen} />}
    </Drawer>
  )
}
