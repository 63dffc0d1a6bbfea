import { defineFeature } from '#server/feature.ts'
import { mountEncoders } from './encoder-routes.ts'
import { mountPlayers } from './player-routes.ts'

/** WHIP and WHEP: programs broadcast and play streams. */
export const whipWhepFeature = defineFeature({
  name: 'whip-whep',
  routes: [mountEncoders, mountPlayers],
})
