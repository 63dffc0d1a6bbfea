import { useCreatorVideos } from './use-creator-videos.ts'

/** Counts of the current user's videos and the sum of their views; undefined while they are loading. */
export function useVideoFigures() {
  const { items } = useCreatorVideos(undefined)
  if (!items) return undefined
  const published = items.filter(({ isPublished, isPublic }) => isPublished && isPublic).length
  const drafts = items.filter(({ isPublished }) => !isPublished).length
  return {
    total: items.length,
    published,
    drafts,
    privates: items.length - published - drafts,
    views: items.reduce((sum, { viewsCount }) => sum + viewsCount, 0),
  }
}
