import { Component } from 'react'
import type { ReactNode } from 'react'

type BoundaryProps = {
  /** What stands in the place of children that failed. */
  fallback: (error: unknown) => ReactNode
  children: ReactNode
}

/** Keeps a failure of its children to itself. React offers this to classes only. */
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
