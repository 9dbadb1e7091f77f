export { antdTheme } from './antd-theme.ts'
export { applyTheme, chooseTheme, themeMode, useThemeMode, type ThemeMode } from './theme-mode.ts'
