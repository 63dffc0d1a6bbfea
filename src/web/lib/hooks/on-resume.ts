type Network = Navigator & { connection?: EventTarget }

/**
 * Calls the listener when connections may have broken: the network is back or changed, the page is visible again, or
 * the machine has woken up. Returns the cleanup.
 */
export function onResume(listener: () => void): () => void {
  const { connection }: Network = navigator
  const onVisibilityChange = () => {
    if (document.visibilityState === 'visible') listener()
  }
  addEventListener('online', listener)
  addEventListener('pageshow', listener)
  document.addEventListener('visibilitychange', onVisibilityChange)
  connection?.addEventListener('change', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('pageshow', listener)
    document.removeEventListener('visibilitychange', onVisibilityChange)
    connection?.removeEventListener('change', listener)
  }
}
