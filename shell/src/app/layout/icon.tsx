import type { ComponentProps } from 'react'
import styles from './icon.module.css'
import { programmeName } from '@awards/shared/client'
import { useLanguage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { Link } from 'react-router-dom'
import wordmarkStyles from './wordmark.module.css'

const SHAPES = {
  globe:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3.5 9.5h17M3.5 14.5h17M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.6-4 3.4-6 7.5-6s6.9 2 7.5 6',
  menu: 'M3.5 7.5h17M3.5 12h17M3.5 16.5h17',
  close: 'M5.5 5.5l13 13M18.5 5.5l-13 13',
  chevron: 'M6.5 9.5l5.5 5.5 5.5-5.5',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  halves: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
} as const

type IconProps = { name: keyof typeof SHAPES; size?: number }

/** A line icon in the colour of the text; the text or label beside it names its meaning. */
export const Icon = ({ name, size = 20 }: IconProps) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={SHAPES[name]} />
    {name === 'halves' && <path d="M12 3a9 9 0 0 1 0 18Z" fill="currentColor" />}
  </svg>
)

/** Attributes of invoker commands (HTML), which React passes on and its types do not know yet. */
type CommandProps = { command?: 'show-modal' | 'close'; commandfor?: string }

type IconButtonProps = IconProps & { label: string } & CommandProps &
  Pick<ComponentProps<'button'>, 'aria-expanded' | 'aria-haspopup' | 'onClick'>

/** A button that shows an icon alone; `label` is its accessible name. */
export const IconButton = ({ name, size = 20, label, ...rest }: IconButtonProps) => (
  <button type="button" className={styles.button} aria-label={label} {...rest}>
    <Icon name={name} size={size} />
  </button>
)

/** The ring of the trophy and the name of the programme; the ring alone where the name is only said. */
export const Wordmark = ({ isMark = false }: { isMark?: boolean }) => (
  <Link to={paths.home} className={wordmarkStyles.wordmark}>
    <svg viewBox="0 0 32 32" className={wordmarkStyles.ring} aria-hidden="true">
      <path d="M26.6 10.6a12 12 0 1 0 0 10.8" className={wordmarkStyles.arc} />
      <circle cx="28" cy="16" r="3" className={wordmarkStyles.sphere} />
    </svg>
    <span className={isMark ? wordmarkStyles.said : undefined}>{programmeName(useLanguage())}</span>
  </Link>
)
