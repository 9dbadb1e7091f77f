import { brandOf, PAGE_GROUND, RAISED_GROUND, type ColourPair } from '@awards/shared/domain'

const both = (colour: string): ColourPair => [colour, colour]
const { brand, red, redStrong, redSoft, onRed, action, actionStrong, actionPressed } = brandOf('')

/**
 * Every colour of the style sheets as light and dark value; `red-soft` is `--colour-red-soft`. Another primary colour
 * of the programme replaces the reds (`brandProperties`).
 */
export const COLOURS = {
  /** For large shapes and large type; text, links and buttons take `red`. */
  brand,
  red,
  'red-strong': redStrong,
  /** Under white letters, in both looks. */
  action: both(action),
  'action-strong': both(actionStrong),
  'action-pressed': both(actionPressed),
  'red-soft': redSoft,
  'on-red': onRed,

  page: PAGE_GROUND,
  sunken: ['#f8f6f3', '#1b1617'],
  raised: RAISED_GROUND,
  ink: ['#1a1516', '#fbf7f4'],
  text: ['#2b2526', '#ebe4e0'],
  muted: ['#655d5c', '#b3a7a3'],
  line: ['#e6e0da', '#372f30'],
  'line-strong': ['#8c8380', '#857975'],
  inverse: ['#171213', '#0c090a'],
  'on-inverse': both('#f7f3f0'),
  'on-inverse-muted': both('#b9aeab'),

  success: ['#1c7345', '#6fd39c'],
  'success-soft': ['#edf7f1', '#12291d'],
  warning: ['#8a5a00', '#ecbe63'],
  'warning-soft': ['#fdf6e7', '#2c220f'],
  danger: ['#b42318', '#ff8f85'],
  'danger-soft': ['#fdf1ef', '#341917'],
  info: ['#24589b', '#8db7f2'],
  'info-soft': ['#eff4fb', '#142338'],

  'grand-prix': brand,
  platinum: ['#6a7683', '#b9c6d3'],
  gold: ['#a5812e', '#dcb85f'],
  silver: ['#7d8085', '#c3c6ca'],
  selection: ['#2b2526', '#ebe4e0'],
} as const satisfies Record<string, ColourPair>

/** Colours that only components of antd show. */
export const CONTROL_COLOURS = {
  placeholder: ['#756c6a', '#9a8e8a'],
  rail: ['#dad3cd', '#4a4142'],
  segments: ['#f1ede8', '#1b1617'],
  successBorder: ['#b7dec8', '#2b5a41'],
  warningBorder: ['#ebd7a6', '#5e4a1e'],
  dangerBorder: ['#f2c4be', '#6e332e'],
  infoBorder: ['#c3d5ee', '#2c4a70'],
} as const satisfies Record<string, ColourPair>

/** Families in the order in which they are tried. */
export const FONT = [
  'Roboto',
  "'Measured Arial'",
  "'Measured DejaVu'",
  "'PingFang SC'",
  "'Noto Sans SC'",
  "'Noto Sans CJK SC'",
  "'Microsoft YaHei'",
  'system-ui',
  'sans-serif',
].join(', ')

/** Radii of corners in pixels. */
export const RADIUS = { small: 2, large: 4 } as const

const lightDark = ([light, dark]: ColourPair) =>
  light === dark ? light : `light-dark(${light}, ${dark})`

/** Custom properties other than colours, by group. */
const PROPERTIES: Record<string, string>[] = [
  {
    'shadow-raised':
      `0 1px 2px ${lightDark(['rgb(26 21 22 / 6%)', 'rgb(0 0 0 / 40%)'])}, ` +
      `0 12px 32px -12px ${lightDark(['rgb(26 21 22 / 18%)', 'rgb(0 0 0 / 70%)'])}`,
    'focus-ring': '0 0 0 2px var(--colour-page), 0 0 0 4px var(--colour-red)',
  },
  {
    font: FONT,
    'font-mono': "ui-monospace, 'SF Mono', 'Roboto Mono', Menlo, monospace",
  },
  {
    'text-xs': '0.8125rem',
    'text-sm': '0.875rem',
    'text-md': '1rem',
    'text-lg': 'clamp(1.125rem, 1.06rem + 0.3vw, 1.3125rem)',
    'text-xl': 'clamp(1.375rem, 1.26rem + 0.55vw, 1.75rem)',
    'text-2xl': 'clamp(1.75rem, 1.5rem + 1.2vw, 2.5rem)',
    'text-3xl': 'clamp(2.125rem, 1.6rem + 2.4vw, 3.75rem)',
    'text-display': 'clamp(2.75rem, 1.6rem + 5vw, 6.5rem)',
    'leading-tight': '1.04',
    'leading-snug': '1.25',
    'leading-text': '1.6',
    'tracking-tight': '-0.03em',
    'tracking-wide': '0.09em',
  },
  {
    'space-1': '0.25rem',
    'space-2': '0.5rem',
    'space-3': '0.75rem',
    'space-4': '1rem',
    'space-5': '1.5rem',
    'space-6': '2rem',
    'space-7': '3rem',
    'space-8': 'clamp(3rem, 2rem + 4vw, 5rem)',
    'space-9': 'clamp(4rem, 2rem + 8vw, 9rem)',
  },
  {
    gutter: 'clamp(1.25rem, 0.5rem + 3.2vw, 4rem)',
    'width-page': '90rem',
    'width-content': '72rem',
    'width-text': '42rem',
    'width-form': '27rem',
    'header-height': '4.5rem',
    radius: `${RADIUS.small}px`,
    'radius-large': `${RADIUS.large}px`,
  },
  { duration: '180ms', ease: 'cubic-bezier(0.2, 0.7, 0.2, 1)' },
]

const declarations = (properties: Record<string, string>) =>
  Object.entries(properties)
    .map(([name, value]) => `    --${name}: ${value};`)
    .join('\n')

const colours = Object.fromEntries(
  Object.entries(COLOURS).map(([name, pair]) => [`colour-${name}`, lightDark(pair)]),
)

/**
 * The style sheet with every token. Layers: reset, tokens. CSS modules and antd stand outside the layers, so that a
 * module can refine an antd component by coming after it. The system decides between light and dark, or what the
 * visitor chose: then the server or the shell writes data-theme.
 */
export const tokensCss = () => `/* Generated from tokens.ts by \`node tools/tokens.ts\`. */
@layer reset, tokens;

@layer tokens {
  :root {
    color-scheme: light dark;

${[colours, ...PROPERTIES].map(declarations).join('\n\n')}
  }

  :root[data-theme='light'] {
    color-scheme: light;
  }

  :root[data-theme='dark'] {
    color-scheme: dark;
  }

  @media (prefers-reduced-motion: reduce) {
    :root {
      --duration: 0ms;
    }
  }
}
`
