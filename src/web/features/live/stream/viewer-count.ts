type Counts = { viewerCount: number; ownerCount?: number | undefined }

/** How many watch or wait; the owner reads it without its own pages. */
export function shownViewerCount({ viewerCount, ownerCount = 0 }: Counts, isOwner: boolean): number {
  return isOwner ? viewerCount - ownerCount : viewerCount
}
