/** The subject of comments: a post or a video. */
export type CommentSubject = {
  kind: 'post' | 'video'
  id: string
  /** Whether others can see it, so that comments arrive while the page is open. */
  isPublic: boolean
  /** Changes the number of comments that the page shows. */
  changeCount: (change: (count: number) => number) => void
  /** Loads that number again. */
  refetchCount: () => void
}
