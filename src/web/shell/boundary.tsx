import { Component } from 'react'
import type { ReactNode } from 'react'

type BoundaryProps = {
  /** Renders the replacement of failed children. */
  fallback: (error: unknown) => ReactNode
  children: ReactNode
}

/** An error boundary; a class, as React has no hook for it. */
export class Boundary extends Component<BoundaryProps, { failure: { error: unknown } | null }> {
  override state: { failure: { error: unknown } | null } = { failure: null }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  override render() {
    const { failure } = this.state
    return failure ? this.props.fallback(failure.error) : this.props.children
  }
}
