import { brandOf, type Brand, type ColourPair } from '@awards/shared/domain'
import type { ThemeConfig } from 'antd'
import type { ThemeMode } from './theme-mode.ts'
import { COLOURS, CONTROL_COLOURS, FONT, RADIUS } from './tokens.ts'

/** Colours of antd from the tokens, each as light and dark value. */
const COLOUR_TOKENS = {
  colorText: COLOURS.text,
  colorTextHeading: COLOURS.ink,
  colorTextSecondary: COLOURS.muted,
  colorTextTertiary: COLOURS.muted,
  colorTextDescription: COLOURS.muted,
  colorTextPlaceholder: CONTROL_COLOURS.placeholder,
  colorBorder: COLOURS['line-strong'],
  colorBorderSecondary: COLOURS.line,
  colorSplit: COLOURS.line,
  colorBgLayout: COLOURS.page,
  colorFillAlter: COLOURS.sunken,
  colorInfo: COLOURS.info,
  colorError: COLOURS.danger,
  colorSuccess: COLOURS.success,
  colorWarning: COLOURS.warning,
  // antd derives pale shades for bright colours; these are deep, so their grounds are given.
  colorSuccessBg: COLOURS['success-soft'],
  colorSuccessBorder: CONTROL_COLOURS.successBorder,
  colorWarningBg: COLOURS['warning-soft'],
  colorWarningBorder: CONTROL_COLOURS.warningBorder,
  colorErrorBg: COLOURS['danger-soft'],
  colorErrorBorder: CONTROL_COLOURS.dangerBorder,
  colorInfoBg: COLOURS['info-soft'],
  colorInfoBorder: CONTROL_COLOURS.infoBorder,
} as const

/** antd derives the grounds of its light look from white. */
const DARK_GROUNDS = {
  colorBgBase: COLOURS.page[1],
  colorBgContainer: COLOURS.sunken[1],
  colorBgElevated: COLOURS.raised[1],
}

const colourOf = (mode: ThemeMode, [light, dark]: ColourPair) => (mode === 'dark' ? dark : light)

const coloursOf = (mode: ThemeMode) => ({
  ...Object.fromEntries(
    Object.entries(COLOUR_TOKENS).map(([name, pair]) => [name, colourOf(mode, pair)]),
  ),
  ...(mode === 'dark' && DARK_GROUNDS),
})

/** A field in use is framed in ink: red alone says that something is wrong with it. */
function field(mode: ThemeMode) {
  const ink = colourOf(mode, COLOURS.ink)
  return {
    hoverBorderColor: ink,
    activeBorderColor: ink,
    activeShadow: `0 0 0 1px ${ink}`,
  }
}

/** What antd derives for handle and track is too pale to be found. */
function slider(mode: ThemeMode, red: string) {
  return {
    trackBg: red,
    trackHoverBg: red,
    handleColor: red,
    handleActiveColor: red,
    railBg: colourOf(mode, CONTROL_COLOURS.rail),
    railHoverBg: colourOf(mode, CONTROL_COLOURS.rail),
  }
}

/**
 * antd animates in JavaScript as well as in CSS: shortened by CSS alone, a dialog still grows for a
 * frame or two, and a press meanwhile misses its button. Read once, since antd mounts the page anew
 * when this changes.
 */
const prefersMotion = !globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches

/**
 * antd in the clothes of `tokens.css`. `algorithm` is antd's own of that mode (`theme.darkAlgorithm`),
 * passed in by the caller, since this module does not load antd. `brand` holds the shades of the programme's colour.
 */
export function antdTheme(
  mode: ThemeMode,
  algorithm?: NonNullable<ThemeConfig['algorithm']>,
  brand: Brand = brandOf(''),
): ThemeConfig {
  const [link, hover] = [colourOf(mode, brand.red), colourOf(mode, brand.redStrong)]
  return {
    ...(algorithm && { algorithm }),
    cssVar: { key: 'awards' },
    hashed: false,
    token: {
      colorPrimary: brand.action,
      colorLink: link,
      colorLinkHover: hover,
      fontFamily: FONT,
      fontSize: 16,
      lineHeight: 1.55,
      controlHeight: 44,
      controlHeightLG: 52,
      controlHeightSM: 34,
      borderRadius: RADIUS.small,
      borderRadiusLG: RADIUS.large,
      borderRadiusSM: RADIUS.small,
      wireframe: false,
      motion: prefersMotion,
      ...coloursOf(mode),
    },
    components: {
      Button: {
        fontWeight: 500,
        primaryShadow: 'none',
        defaultShadow: 'none',
        paddingInline: 22,
        paddingInlineLG: 28,
        paddingInlineSM: 14,
        contentFontSizeLG: 16,
        // What antd derives is lighter, and below 4.5:1 as text or under white text.
        defaultHoverColor: hover,
        defaultHoverBorderColor: hover,
        defaultActiveColor: hover,
        defaultActiveBorderColor: hover,
        colorPrimaryHover: brand.actionStrong,
        colorPrimaryActive: brand.actionPressed,
        // In the dark the red of a warning is pale: what stands on it is ink.
        ...(mode === 'dark' && { dangerColor: COLOURS.ink[0] }),
      },
      Form: { verticalLabelPadding: '0 0 6px', itemMarginBottom: 32 },
      Input: field(mode),
      InputNumber: field(mode),
      DatePicker: field(mode),
      Select: {
        hoverBorderColor: field(mode).hoverBorderColor,
        activeBorderColor: field(mode).activeBorderColor,
      },
      Table: { headerBorderRadius: 0, headerSplitColor: 'transparent' },
      Tabs: {
        titleFontSize: 16,
        horizontalItemPadding: '14px 0',
        // The red of buttons is too dark for text on a dark page.
        ...(mode === 'dark' && { itemSelectedColor: link, itemHoverColor: hover }),
      },
      Card: { borderRadiusLG: RADIUS.large },
      Segmented: { trackBg: colourOf(mode, CONTROL_COLOURS.segments) },
      Steps: { fontSize: 16 },
      Slider: slider(mode, link),
    },
  }
}
