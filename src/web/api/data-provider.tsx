import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { applyLimits } from '#shared/settings/limits.ts'
import { readBoot } from './boot.ts'
import { queryClient } from './query-client.ts'

// Forms validate with the same limits as the server. Here, as pages without data have no forms.
applyLimits(readBoot()?.limits ?? {})

/** Provides the query client; all instances share one cache. */
export function DataProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
