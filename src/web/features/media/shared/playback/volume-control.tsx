import { Volume1 } from '#web/ui/icons/volume-1.tsx'
import { Volume2 } from '#web/ui/icons/volume-2.tsx'
import { VolumeX } from '#web/ui/icons/volume-x.tsx'
import { useTranslations } from 'use-intl/react'
import { IconButton } from '#web/ui/icon-button.tsx'

type VolumeControlProps = {
  /** From 0 to 1. */
  volume: number
  isMuted: boolean
  onToggleMuted: () => void
  onVolume: (volume: number) => void
}

/** Mute, and a slider beside it where there is a mouse: phones have keys for the volume. */
export function VolumeControl({ volume, isMuted, onToggleMuted, onVolume }: VolumeControlProps) {
  const t = useTranslations('playback')
  const level = isMuted ? 0 : volume
  const Icon = level === 0 ? VolumeX : level < 0.5 ? Volume1 : Volume2
  return (
    <div dir="ltr" className="group/volume flex items-center">
      <IconButton variant="video" label={t(isMuted ? 'unmute' : 'mute')} onClick={onToggleMuted}>
        <Icon aria-hidden />
      </IconButton>
      <input
        type="range"
        aria-label={t('volume')}
        aria-valuetext={t('percent', { value: level })}
        min={0}
        max={1}
        step={0.05}
        value={level}
        onChange={(event) => onVolume(event.target.valueAsNumber)}
        className="h-(--tap) w-0 cursor-pointer accent-action opacity-0 transition-[width,opacity] group-focus-within/volume:w-20 group-focus-within/volume:opacity-100 group-hover/volume:w-20 group-hover/volume:opacity-100 pointer-coarse:hidden"
      />
    </div>
  )
}
