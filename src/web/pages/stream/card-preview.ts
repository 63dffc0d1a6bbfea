import { lazy } from 'react'

/** Loads the code that receives a stream with the first preview; without it the card keeps its picture. */
export const CardPreview = lazy(async () => {
  try {
    const { CardPreview: default_ } = await import('#web/features/live/live/watch/card-preview.tsx')
    return { default: default_ }
  } catch (error) {
    console.warn('the preview of a card could not be loaded', error)
    return { default: NoPreview }
  }
})

const NoPreview: (props: { streamId: string }) => null = () => null
