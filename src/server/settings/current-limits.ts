import { type OperatorRate, RATES } from '#shared/settings/limit-settings.ts'
import type { Rate } from '#server/http/rates/rate-limits.ts'
import { SOCKET_LIMITS, type SocketLimits } from '#server/realtime/socket-limits.ts'
import type { Settings } from './settings.ts'

/** Returns the current limit of a rate: the operator's setting for rates that can be configured, else its default. */
export function currentRate(settings: Settings, rate: Rate): Pick<Rate, 'points' | 'seconds'> {
  return isOperatorRate(rate.name) ? settings.get(`limits.${rate.name}`) : rate
}

/**
 * Returns limits whose getters read the current settings, so that a change applies to the next socket. Sockets that
 * share a limit may send as much together as by default, for each that the operator allows; never less than one socket.
 */
export function currentSocketLimits(settings: Settings): SocketLimits {
  const { flood, floodOfClient, floodOfAddress, perClient, perAddress } = SOCKET_LIMITS
  return {
    ...SOCKET_LIMITS,
    get floodOfClient() {
      return Math.max(flood, (floodOfClient / perClient) * this.perClient)
    },
    get floodOfAddress() {
      return Math.max(flood, (floodOfAddress / perAddress) * this.perAddress)
    },
    get perClient() {
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
