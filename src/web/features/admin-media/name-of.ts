import type { MediaItem } from '#shared/admin-media.ts'

/** Returns the name of an item: that of its file, else the first words of the post that has it. */
export const nameOf = ({ originalName, fileName, use }: MediaItem): string =>
  originalName || use?.title || fileName
