type DataSaver = Navigator & { connection?: { saveData?: boolean } }

/** The visitor's browser or system asks pages to use less data. */
export function prefersLessData(): boolean {
  const { connection }: DataSaver = navigator
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches
}
