import type { ReactNode } from 'react'

/** Shows the `<bdi>` of a message, which isolates the direction of what members wrote from that of the sentence. */
export const isolated = (chunks: ReactNode) => <bdi>{chunks}</bdi>
