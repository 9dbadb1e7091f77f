import type { Contract } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { EmptyState, LinkButton, QueryView, SectionHeading, TextLink } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useContractsQuery } from '../../entrant.api.ts'
import { ContractItem } from './contract-item.tsx'
import styles from './withdrawal.module.css'

/** A withdrawn contract comes last, one that can still be withdrawn from first. */
const rank = ({ refusal, withdrawal }: Contract) => (withdrawal ? 2 : refusal ? 1 : 0)

/** The online withdrawal of consumers (code de la consommation, L221-21). */
export function Withdrawal() {
  const { t } = useTranslation('entrant')
  const query = useContractsQuery()
  return (
    <div className={styles.withdrawal}>
      <SectionHeading size="small">{t('rights.withdrawal.title')}</SectionHeading>
      <p className={styles.text}>{t('rights.withdrawal.text')}</p>
      <QueryView query={query}>
        {({ contracts }) =>
          contracts.length === 0 ? (
            <EmptyState
              title={t('rights.withdrawal.empty.title')}
              action={<LinkButton to={paths.account()}>{t('account.tab.current')}</LinkButton>}
            >
              {t('rights.withdrawal.empty.text')}
            </EmptyState>
          ) : (
            <ul className={styles.list} role="list">
              {contracts
                .toSorted((a, b) => rank(a) - rank(b) || b.paid_at.localeCompare(a.paid_at))
                .map((contract) => (
                  <li key={contract.order_no}>
                    <ContractItem contract={contract} />
                  </li>
                ))}
            </ul>
          )
        }
      </QueryView>
      <p className={styles.policy}>
        <TextLink to={paths.withdrawal}>{t('rights.withdrawal.policy')}</TextLink>
      </p>
    </div>
  )
}
