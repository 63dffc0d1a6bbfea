import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { CurrentUser } from '#shared/accounts/users.ts'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'
import { useLazyComponent } from '#web/ui/overlays/use-lazy-component.ts'
import { closeComposer, composer } from './composer-store.ts'

/** Renders the composer; mounted once, for signed-in users. Loads its code when it is first opened. */
export function ComposerHost({ user }: { user: CurrentUser }) {
  const isOpen = useSyncExternalStore(composer.subscribe, () => composer.get().isOpen)
  const { Component: ComposerDialog, load } = useLazyComponent(loadComposer)
  const fetchCode = useEffectEvent(async () => {
    if (!ComposerDialog && !(await load())) closeComposer()
  })
  useEffect(() => {
    if (isOpen) void fetchCode()
  }, [isOpen])

  // Navigation closes the dialog; the draft is kept.
  const { key } = useCurrentLocation()
  useEffect(() => closeComposer, [key])

  return ComposerDialog && <ComposerDialog user={user} open={isOpen} onClose={closeComposer} />
}

const loadComposer = async () => (await import('./composer-dialog.tsx')).ComposerDialog
