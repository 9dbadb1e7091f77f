export { DesignSystem } from './design-system.tsx'
export { showError, startToasts } from './toasts.tsx'
