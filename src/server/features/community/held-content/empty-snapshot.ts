import type { Snapshot } from '#shared/operations/reports.ts'

export const EMPTY_SNAPSHOT: Snapshot = {
  title: null,
  text: null,
  mediaUrl: null,
  mediaType: null,
  createdAt: null,
  atSeconds: null,
  page: null,
}
