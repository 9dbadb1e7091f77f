import styles from './partner-list.module.css'

type PartnerListProps = { partners: readonly { name: string; role: string }[] }

/** The partners by name. */
export const PartnerList = ({ partners }: PartnerListProps) => (
  <ul role="list" className={styles.partners}>
    {partners.map(({ name, role }) => (
      <li key={name} className={styles.partner}>
        <span className={styles.name}>{name}</span>
        {role && <span className={styles.role}>{role}</span>}
      </li>
    ))}
  </ul>
)
