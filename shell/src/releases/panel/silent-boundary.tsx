import { Component, type ReactNode } from 'react'

/** Error boundary that renders nothing: a broken notice must not take the page down. */
export class SilentBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}
