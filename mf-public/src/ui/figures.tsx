import styles from './figures.module.css'

type FiguresProps = { figures: readonly { value: string; label: string }[] }

/** Large figures with what they count. */
export const Figures = ({ figures }: FiguresProps) => (
  <dl className={styles.figures}>
    {figures.map(({ value, label }) => (
      <div key={label} className={styles.figure}>
        <dt className={styles.label}>{label}</dt>
        <dd className={styles.value}>{value}</dd>
      </div>
    ))}
  </dl>
)

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
