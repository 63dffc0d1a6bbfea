import type { CreatorEmoji } from '#shared/live/creator-emoji.ts'

/** An emoji in a line of text. The margin keeps the line as high as it is without. */
export function EmojiImage({ emoji: { name, url } }: { emoji: CreatorEmoji }) {
  return (
    <img
      src={url}
      alt={`:${name}:`}
      data-tooltip={`:${name}:`}
      width={24}
      height={24}
      decoding="async"
      draggable={false}
      className="-my-1 inline-block size-6 max-w-none align-middle"
    />
  )
}
