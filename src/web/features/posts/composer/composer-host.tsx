import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { OwnUser } from '#shared/users.ts'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'
import { useLazyComponent } from '#web/lib/hooks/use-lazy-component.ts'
import { closeComposer, composer } from './composer-store.ts'

/** Where the composer appears; mounted once, for members. Its code is fetched when it is first opened. */
export function ComposerHost({ user }: { user: OwnUser }) {
  const isOpen = useSyncExternalStore(composer.subscribe, () => composer.get().isOpen)
  const { Part: ComposerDialog, ask } = useLazyComponent(loadComposer)
  const fetchCode = useEffectEvent(async () => {
    if (!ComposerDialog && !(await ask())) closeComposer()
  })
  useEffect(() => {
    if (isOpen) void fetchCode()
  }, [isOpen])

  // It does not stand over another page; what was written stays.
  const { key } = useCurrentLocation()
  useEffect(() => closeComposer, [key])

  return ComposerDialog && <ComposerDialog user={user} open={isOpen} onClose={closeComposer} />
}

const loadComposer = async () => (await import('./composer-dialog.tsx')).ComposerDialog
