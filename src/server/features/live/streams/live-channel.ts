import type { FastifyReply } from 'fastify'
import { LIST_VERSION_HEADER } from '#shared/constants.ts'
import type { Context } from '#server/feature.ts'
import { findLiveVersion } from './live-queries.ts'
import { LIVE_TOPIC } from './topics.ts'

/** The public live streams. Pages compare the version of the list, and load the list again when the version has changed. */
export function addLiveChannel({ channels, db }: Pick<Context, 'channels' | 'db'>): void {
  channels.add('live', {
    topicOf: () => LIVE_TOPIC,
    read: async () => ({ items: [{ cursor: await findLiveVersion(db), at: 0 }], isWhole: false }),
  })
}

/** Sends the version with a list that depends on the live streams. Called before the list is read. */
export async function setLiveVersion(
  { channels }: Pick<Context, 'channels'>,
  reply: FastifyReply,
): Promise<void> {
  reply.header(LIST_VERSION_HEADER, (await channels.cursorOf('live')) ?? '')
}
