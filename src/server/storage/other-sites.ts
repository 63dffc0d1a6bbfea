import type { FastifyReply } from 'fastify'

/** Lets pages of other sites show a public file: feed readers, and sites that embed a video with its thumbnail. */
export function allowOtherSites(reply: FastifyReply): void {
  reply.header('cross-origin-resource-policy', 'cross-origin')
}
