import { useSyncExternalStore } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { Fold } from '#web/ui/fold.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/input.tsx'
import { SwitchRow } from '#web/ui/forms/switch-row.tsx'
import {
  BITRATES,
  RESOLUTIONS,
  broadcastSettings,
  changeSettings,
  maxBitrate,
} from '../media/broadcast-settings.ts'
import { LevelMeter } from './level-meter.tsx'
import { type Device, useDevices } from '#web/features/live/live/media/use-devices.ts'

type BroadcastSettingsFormProps = {
  /** The open stream: browsers return device labels only after a device was allowed. */
  media: MediaStream | null
  microphone: MediaStreamTrack | null
}

/** The choice of camera, microphone and quality. Changes apply at once, also during a broadcast. */
export function BroadcastSettingsForm({ media, microphone }: BroadcastSettingsFormProps) {
  const t = useTranslations('studio')
  const { cameras, microphones } = useDevices(media)
  const settings = useSyncExternalStore(broadcastSettings.subscribe, broadcastSettings.get)
  return (
    <div className="grid gap-5">
      <DeviceField
        label={t('camera')}
        devices={cameras}
        chosen={settings.camera}
        onChoose={(camera) => changeSettings({ camera })}
      />
      <div className="grid gap-2.5">
        <DeviceField
          label={t('microphone')}
          devices={microphones}
          chosen={settings.microphone}
          onChoose={(chosen) => changeSettings({ microphone: chosen })}
        />
        <LevelMeter track={microphone} />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <ResolutionField />
        <BitrateField />
      </div>
      <Fold title={t('sound')}>
        <SwitchRow
          label={t('echoCancellation')}
          hint={t('echoCancellationHint')}
          checked={settings.echoCancellation}
          onCheckedChange={(echoCancellation) => changeSettings({ echoCancellation })}
        />
        <SwitchRow
          label={t('noiseSuppression')}
          hint={t('noiseSuppressionHint')}
          checked={settings.noiseSuppression}
          onCheckedChange={(noiseSuppression) => changeSettings({ noiseSuppression })}
        />
      </Fold>
    </div>
  )
}

type DeviceFieldProps = {
  label: string
  devices: Device[]
  chosen: string | null
  onChoose: (id: string | null) => void
}

function DeviceField({ label, devices, chosen, onChoose }: DeviceFieldProps) {
  const t = useTranslations('studio')
  const isUnavailable = chosen !== null && devices.length > 0 && devices.every(({ id }) => id !== chosen)
  return (
    <Field
      label={label}
      hint={isUnavailable ? t('deviceGone') : devices.length === 0 ? t('devicesUnnamed') : undefined}
    >
      <Select
        value={isUnavailable ? '' : (chosen ?? '')}
        onChange={({ target }) => onChoose(target.value === '' ? null : target.value)}
      >
        <option value="">{t('deviceOfBrowser')}</option>
        {devices
          // The option above already stands for the browser's default.
          .filter(({ id }) => id !== 'default')
          .map(({ id, label: name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </Select>
    </Field>
  )
}

function ResolutionField() {
  const t = useTranslations('studio')
  const { resolution } = useSyncExternalStore(broadcastSettings.subscribe, broadcastSettings.get)
  const choose = (value: string) => {
    const found = RESOLUTIONS.find((lines) => String(lines) === value)
    if (found) changeSettings({ resolution: found })
  }
  return (
    <Field label={t('resolution')}>
      <Select value={resolution} onChange={({ target }) => choose(target.value)}>
        {RESOLUTIONS.map((lines) => (
          <option key={lines} value={lines}>
            {t('resolutionValue', { lines: String(lines) })}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function BitrateField() {
  const t = useTranslations('studio')
  const format = useFormatter()
  const { bitrate } = useSyncExternalStore(broadcastSettings.subscribe, broadcastSettings.get)
  return (
    <Field label={t('bitrate')} hint={bitrate === null ? t('bitrateAutoHint') : t('bitrateHint')}>
      <Select
        value={bitrate ?? ''}
        onChange={({ target }) =>
          changeSettings({ bitrate: BITRATES.find((bits) => String(bits) === target.value) ?? null })
        }
      >
        <option value="">{t('auto')}</option>
        {BITRATES.filter((bits) => bits <= maxBitrate()).map((bits) => (
          <option key={bits} value={bits}>
            {t('upTo', { rate: format.number(bits / 1_000_000, { maximumFractionDigits: 1 }) })}
          </option>
        ))}
      </Select>
    </Field>
  )
}
