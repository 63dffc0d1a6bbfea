import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '#shared/endpoint.ts'
import { getTipping } from '#shared/money/tips.ts'
import { call } from '#web/api/call.ts'

export type Tipping = ResponseOf<typeof getTipping>

export const tippingKey = (creatorId: string) => ['tipping', creatorId]

/** Whether the current user can tip this creator; loaded again each time that `isEnabled` becomes true. */
export function useTipping(creatorId: string, isEnabled: boolean) {
  return useQuery({
    queryKey: tippingKey(creatorId),
    queryFn: () => call(getTipping, { params: { userId: creatorId } }),
    enabled: isEnabled,
    staleTime: 0,
  })
}

/** Whether the creator lacks what payments need: the creator can change that. */
export const cannotBePaid = (tipping: Tipping | undefined): boolean =>
  tipping?.reason === 'no_payout' || tipping?.reason === 'country'
