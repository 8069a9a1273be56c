import type { WayBackForm } from '@avouch/contract'
import { nextScreen } from '@avouch/journey'
import { useState } from 'react'
import { WayBackScreen } from './way-back-screen.tsx'
import { changePinByLink } from '#screens/auth/recovery.ts'
import { keepCountry, keepTyped, typedCountry, typedWayBack } from '#screens/auth/typed.ts'
import { authState, useAuthState } from '#visit/auth-state.ts'
import { settings } from '#settings/page-settings.ts'
import { useLink } from '#router/link.tsx'
import { isAt, navigate } from '#router/navigation.ts'

const keepNumber = ({ countryCode, phoneNumber }: WayBackForm) => keepTyped({ countryCode, phoneNumber })

export function WayBack() {
  const { linkSecret } = useAuthState()
  const [values] = useState(typedWayBack)
  const [country] = useState(typedCountry)
  const newSms = useLink('/auth/forgot-pin')

  const submit = async (typed: WayBackForm) => {
    keepNumber(typed)
    await changePinByLink(typed.pin, typed.secret)
    if (!isAt('/w')) return
    const left = { pinChanged: true }
    authState.set(left)
    await navigate({ to: nextScreen('RESET_PIN', 'codeConfirmed'), replace: true })
    authState.reset(left)
  }
  const { pinBlocklist: blocklist, linkInSms } = settings
  const shown = { values, country, linkSecret, linkInSms, blocklist, newSms }
  return <WayBackScreen {...shown} onCountry={keepCountry} onSubmit={submit} onType={keepNumber} />
}
