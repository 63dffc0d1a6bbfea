import { type OperatorRate, RATES } from '#shared/settings/limit-settings.ts'
import type { Rate } from '#server/http/rate-limits.ts'
import { SOCKET_LIMITS, type SocketLimits } from '#server/realtime/sockets.ts'
import type { Settings } from './settings.ts'

/** What a rate allows right now: the operator's word where there is one to be had, else the rate's own. */
export function currentRate(settings: Settings, rate: Rate): Pick<Rate, 'points' | 'seconds'> {
  return isOperatorRate(rate.name) ? settings.get(`limits.${rate.name}`) : rate
}

/** How many sockets may be open, asked anew with each one. */
export function currentSocketLimits(settings: Settings): SocketLimits {
  return {
    ...SOCKET_LIMITS,
    get perActor() {
      return settings.get('limits.sockets')
    },
    get perAddress() {
      return settings.get('limits.socketsOfAddress')
    },
  }
}

function isOperatorRate(name: string): name is OperatorRate {
  return Object.hasOwn(RATES, name)
}
