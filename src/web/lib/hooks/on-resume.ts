type Network = Navigator & { connection?: EventTarget }

/**
 * Calls when what was connected may no longer be: the network is back or another one, the page is looked at again, or
 * the machine has slept. Answers what ends it.
 */
export function onResume(listener: () => void): () => void {
  const { connection }: Network = navigator
  const looked = () => {
    if (document.visibilityState === 'visible') listener()
  }
  addEventListener('online', listener)
  addEventListener('pageshow', listener)
  document.addEventListener('visibilitychange', looked)
  connection?.addEventListener('change', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('pageshow', listener)
    document.removeEventListener('visibilitychange', looked)
    connection?.removeEventListener('change', listener)
  }
}
