import type { ComponentType, ReactNode } from 'react'
import { useLazyComponent } from '#web/ui/overlays/use-lazy-component.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { VideoSession } from './session/video-session.ts'

type Menu = ComponentType<{
  session: VideoSession
  trigger: ReactNode
  onOpenChange: (isOpen: boolean) => void
}>

type MenuButtonProps = {
  session: VideoSession
  label: string
  isOn?: boolean
  loadMenu: () => Promise<Menu>
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode
}

/** A button of the controls whose menu is loaded on the first click. */
export function MenuButton({
  session,
  label,
  isOn = false,
  loadMenu,
  onOpenChange,
  children,
}: MenuButtonProps) {
  const { Component: Menu, isLoading, load } = useLazyComponent(loadMenu)
  const button = {
    variant: 'video',
    label,
    'aria-haspopup': 'menu',
    className: isOn ? 'shadow-[inset_0_-3px_0_var(--action)]' : '',
    children,
  } as const
  if (Menu) return <Menu session={session} trigger={<IconButton {...button} />} onOpenChange={onOpenChange} />
  const open = () =>
    void load().then((isLoaded) => {
      if (isLoaded) onOpenChange(true)
    })
  return <IconButton {...button} aria-expanded={false} aria-busy={isLoading} onClick={open} />
}
