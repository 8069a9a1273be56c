import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { View } from '@avouch/design/jsx-runtime'
import { prefetch } from '#router/prefetch.ts'
import type { Country } from './countries.ts'
import { countryName, countryText } from './country-text.ts'
import { useLanguage, useTranslate } from '#i18n/language.ts'
import type { EarlyInput, CountryListProps } from './country-list.tsx'
import { notifyLoadFailure } from '#ui/use-part.ts'
import { CELL_BUTTON, CELL_INPUT, CountryCell } from './country-cell.tsx'
import { ChevronIcon } from '@avouch/design/more-icons'

type CountryPickerProps = Omit<CountryListProps, 'language' | 'begun' | 'onGoOn'>

type List = View<CountryListProps>
let loaded: List | undefined

const loadList = async (): Promise<List> => (loaded ??= (await import('./country-list.tsx')).CountryList)

async function showList(show: (list: () => List) => void): Promise<void> {
  const list = await loadList()
  show(() => list)
}

/** Loads the list with its search when the field is approached: most visitors keep the initial country. */
export function CountryPicker(props: CountryPickerProps) {
  // Another language is another list, with the same country picked.
  const language = useLanguage()
  const [picked, setPicked] = useState(props.initial)
  const [List, setList] = useState<List | undefined>(() => loaded)
  const [begun, setBegun] = useState<EarlyInput | undefined>()

  const pick = (country: Country | undefined) => {
    setPicked(country?.code ?? '')
    props.onPick(country)
  }
  const shared = { ...props, language, initial: picked }
  const goOn = () => setBegun(undefined)
  if (List !== undefined) return <List key={language} {...shared} begun={begun} onPick={pick} onGoOn={goOn} />
  const begin = (now: Partial<EarlyInput>) => {
    setBegun((before) => ({ open: false, ...before, ...now }))
    showList(setList).catch(notifyLoadFailure)
  }
  const leave = () => {
    if (begun?.text === '') pick(undefined)
    // A text that was confirmed with Enter waits for the list.
    setBegun(begun?.text === undefined || begun.open ? undefined : { text: begun.text })
    props.onBlur()
  }
  const near = () => prefetch(() => showList(setList))
  return <Waiting {...shared} begun={begun} onNear={near} onBegin={begin} onLeave={leave} />
}

type WaitingProps = Pick<CountryListProps, 'label' | 'initial' | 'dialCode' | 'described' | 'language' | 'begun'> & {
  /** Called when a pointer comes near. */
  onNear: () => void
  onBegin: (begun: Partial<EarlyInput>) => void
  onLeave: () => void
}

/** Shows the field before the list is loaded, and collects early input. */
function Waiting({ label, initial, dialCode, described, language, begun, onNear, onBegin, onLeave }: WaitingProps) {
  const t = useTranslate()
  const id = useId()
  const picked = initial === '' ? '' : countryText(countryName(language, initial), dialCode)
  const input = useRef<HTMLInputElement>(null)
  // On press as well: the list may replace the field before the click.
  const open = () => onBegin({ open: true })
  // Opens the list for a visitor who came to the field before the script did.
  const comeAlive = useEffectEvent(() => {
    if (document.activeElement === input.current) onBegin({ open: true })
  })
  useEffect(() => comeAlive(), [])
  return (
    <CountryCell id={id} label={label} code={initial} dialCode={dialCode}>
      <input
        ref={input}
        id={id}
        role="combobox"
        aria-expanded={begun?.open === true}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder={t('phone.countryHint')}
        value={begun?.text ?? picked}
        onPointerEnter={onNear}
        onFocus={({ currentTarget }) => {
          currentTarget.select()
          onBegin({})
        }}
        onMouseDown={open}
        onClick={open}
        onChange={({ currentTarget }) => onBegin({ text: currentTarget.value, open: true })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || begun?.text === undefined) return
          event.preventDefault()
          onBegin({ text: begun.text, open: false })
        }}
        onBlur={onLeave}
        className={CELL_INPUT}
        {...described}
      />
      <div id={`${id}-list`} role="listbox" tabIndex={-1} aria-label={t('phone.countries')} hidden />
      <button
        type="button"
        tabIndex={-1}
        aria-label={t('phone.openCountries')}
        onMouseDown={open}
        onClick={open}
        className={CELL_BUTTON}
      >
        <ChevronIcon className="size-5" />
      </button>
    </CountryCell>
  )
}
