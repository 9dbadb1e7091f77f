import { brandOf, type Brand, type ColourPair } from '@awards/shared/domain'
import type { ThemeConfig } from 'antd'
import type { ThemeMode } from './theme-mode.ts'

const FONT =
  "Roboto, 'Measured Arial', 'Measured DejaVu', 'PingFang SC', 'Noto Sans SC', 'Noto Sans CJK SC', 'Microsoft YaHei', system-ui, sans-serif"

const light = {
  colorText: '#2B2526',
  colorTextHeading: '#1A1516',
  colorTextSecondary: '#655D5C',
  colorTextTertiary: '#655D5C',
  colorTextDescription: '#655D5C',
  colorTextPlaceholder: '#756C6A',
  colorBorder: '#8C8380',
  colorBorderSecondary: '#E6E0DA',
  colorSplit: '#E6E0DA',
  colorBgLayout: '#FFFFFF',
  colorFillAlter: '#F8F6F3',
  colorError: '#B42318',
  colorSuccess: '#1C7345',
  colorWarning: '#8A5A00',
  // antd derives pale shades for bright colours; these are deep, so their grounds are given.
  colorSuccessBg: '#EDF7F1',
  colorSuccessBorder: '#B7DEC8',
  colorWarningBg: '#FDF6E7',
  colorWarningBorder: '#EBD7A6',
  colorErrorBg: '#FDF1EF',
  colorErrorBorder: '#F2C4BE',
  colorInfoBg: '#EFF4FB',
  colorInfoBorder: '#C3D5EE',
}

const dark = {
  colorText: '#EBE4E0',
  colorTextHeading: '#FBF7F4',
  colorTextSecondary: '#B3A7A3',
  colorTextTertiary: '#B3A7A3',
  colorTextDescription: '#B3A7A3',
  colorTextPlaceholder: '#9A8E8A',
  colorBorder: '#857975',
  colorBorderSecondary: '#372F30',
  colorSplit: '#372F30',
  colorBgBase: '#141011',
  colorBgLayout: '#141011',
  colorBgContainer: '#1B1617',
  colorBgElevated: '#211B1C',
  colorFillAlter: '#1B1617',
  colorError: '#FF8F85',
  colorSuccess: '#6FD39C',
  colorWarning: '#ECBE63',
  colorSuccessBg: '#12291D',
  colorSuccessBorder: '#2B5A41',
  colorWarningBg: '#2C220F',
  colorWarningBorder: '#5E4A1E',
  colorErrorBg: '#341917',
  colorErrorBorder: '#6E332E',
  colorInfoBg: '#142338',
  colorInfoBorder: '#2C4A70',
}

/** A field in use is framed in ink: red alone says that something is wrong with it. */
function field(mode: ThemeMode) {
  const ink = (mode === 'dark' ? dark : light).colorTextHeading
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
    railBg: mode === 'dark' ? '#4A4142' : '#DAD3CD',
    railHoverBg: mode === 'dark' ? '#4A4142' : '#DAD3CD',
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
  const of = ([whenLight, whenDark]: ColourPair) => (mode === 'dark' ? whenDark : whenLight)
  const [link, hover] = [of(brand.red), of(brand.redStrong)]
  return {
    ...(algorithm && { algorithm }),
    cssVar: { key: 'awards' },
    hashed: false,
    token: {
      colorPrimary: brand.action,
      colorLink: link,
      colorLinkHover: hover,
      colorInfo: mode === 'dark' ? '#8DB7F2' : '#24589B',
      fontFamily: FONT,
      fontSize: 16,
      lineHeight: 1.55,
      controlHeight: 44,
      controlHeightLG: 52,
      controlHeightSM: 34,
      borderRadius: 2,
      borderRadiusLG: 4,
      borderRadiusSM: 2,
      wireframe: false,
      motion: prefersMotion,
      ...(mode === 'dark' ? dark : light),
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
        ...(mode === 'dark' && { dangerColor: '#1A1516' }),
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
      Card: { borderRadiusLG: 4 },
      Segmented: { trackBg: mode === 'dark' ? '#1B1617' : '#F1EDE8' },
      Steps: { fontSize: 16 },
      Slider: slider(mode, link),
    },
  }
}
