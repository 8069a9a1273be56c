import { COUNTRY_SEARCH_DEBOUNCE_MS, type Language } from '@avouch/contract'
import { useCombobox } from 'downshift'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { type Country, countriesIn, filterCountries } from './countries.ts'
import { countryText } from './country-text.ts'
import { useTranslate } from '#i18n/language.ts'
import { CELL_BUTTON, CELL_INPUT, CountryCell } from './country-cell.tsx'
import type { Described } from '@avouch/design/field'
import { ChevronIcon } from '@avouch/design/more-icons'

/**
 * Input to the field before the list was loaded. With a text, `open: false` stands for Enter; without `open`, the field was left
 * since.
 */
export type EarlyInput = { text?: string; open?: boolean }

export type CountryListProps = {
  label: string
  /** ISO code of the initial country, with its dial code. */
  initial: string
  dialCode: string
  onPick: (country: Country | undefined) => void
  /** Called when a country was chosen and the list closed. */
  onChosen: () => void
  onBlur: () => void
  /** Its error state, and the id of the message. */
  described: Described
  language: Language
  /** Undefined where the field did not have the focus. */
  begun: EarlyInput | undefined
  /** Applies what was typed before the list was loaded. */
  onGoOn: () => void
}

const { InputBlur, InputChange, InputKeyDownEnter, InputKeyDownEscape, ToggleButtonClick } =
  useCombobox.stateChangeTypes
const CLOSES_WITHOUT_CHOICE: ReadonlySet<unknown> = new Set([InputBlur, InputKeyDownEscape, ToggleButtonClick])

const textOf = (country: Country | null | undefined): string =>
  country ? countryText(country.name, country.dialCode) : ''

/** Debounces a text; `catchUp` applies it immediately. */
function useRested(text: string): [rested: string, catchUp: () => void] {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), COUNTRY_SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return [rested, () => setRested(text)]
}

/** Shows the countries of a language, with a search. */
export function CountryList(props: CountryListProps) {
  const { label, initial, dialCode, onPick, onChosen, onBlur, described, language, begun, onGoOn } = props
  const t = useTranslate()
  const id = useId()
  const [all] = useState(() => countriesIn(language))
  const [search, setSearch] = useState(begun?.text ?? '')
  const [rested, catchUp] = useRested(search)
  const items = rested === '' ? all : filterCountries(all, rested)

  const picker = useCombobox<Country>({
    id,
    inputId: id,
    items,
    itemToString: textOf,
    initialSelectedItem: all.find(({ code }) => code === initial) ?? null,
    ...(begun?.text === undefined ? {} : { initialInputValue: begun.text, initialHighlightedIndex: 0 }),
    onSelectedItemChange: ({ selectedItem }) => onPick(selectedItem ?? undefined),
    // Called for the country that was picked before, too.
    onStateChange: ({ type, isOpen: opened }) => {
      if (opened === false && !CLOSES_WITHOUT_CHOICE.has(type)) onChosen()
    },
    // Only on closing: typing opens the list, too, and that text is the search.
    onIsOpenChange: ({ isOpen: opened }) => {
      if (!opened) setSearch('')
    },
    stateReducer: (state, { type, changes }) => {
      // An unfinished search restores the picked country; an emptied field picks none.
      if (type === InputBlur) {
        const kept = state.inputValue === '' ? null : state.selectedItem
        return { ...changes, selectedItem: kept, inputValue: textOf(kept) }
      }
      // Enter picks the first match.
      if (type === InputChange) return { ...changes, highlightedIndex: 0 }
      const isVain =
        type === InputKeyDownEscape
          ? !state.isOpen
          : type === InputKeyDownEnter && items[state.highlightedIndex] === undefined
      if (isVain) return state
      // A search that was closed restores the picked country, too.
      return changes.isOpen || changes.selectedItem !== state.selectedItem
        ? changes
        : { ...changes, inputValue: textOf(state.selectedItem) }
    },
  })
  const { isOpen, highlightedIndex, selectedItem } = picker

  const input = useRef<HTMLInputElement>(null)
  const goOn = useEffectEvent(() => {
    if (begun === undefined) return
    onGoOn()
    const { text, open } = begun
    // Only if the field was not left. The focus alone does not tell: between two fields nothing has it.
    if (open !== undefined) {
      input.current?.focus()
      if (text !== undefined) input.current?.setSelectionRange(text.length, text.length)
      // Not by an initial state, which would take the focus again later, from another field.
      if (open) picker.openMenu()
      if (open && text !== undefined) picker.setHighlightedIndex(0)
    }
    const [first] = text === undefined || open ? [] : filterCountries(all, text)
    if (first === undefined) return
    picker.selectItem(first)
    if (open === false) onChosen()
  })
  useLayoutEffect(() => goOn(), [])

  /** Handles keys that outrun the debounce: applies the search first, so that nothing is picked from an old list. */
  const hurry = (event: KeyboardEvent<HTMLInputElement>) => {
    if (search === rested) return
    catchUp()
    Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
    event.preventDefault()
    const found = filterCountries(all, search)
    // The first match is highlighted already.
    if (event.key === 'ArrowDown') picker.setHighlightedIndex(Math.min(1, found.length - 1))
    else if (event.key === 'ArrowUp') picker.setHighlightedIndex(found.length - 1)
    else if (found[0] !== undefined) {
      picker.selectItem(found[0])
      picker.closeMenu()
    }
  }
  const nothing = isOpen && rested !== '' && items.length === 0
  const status =
    !isOpen || rested === '' ? '' : nothing ? t('phone.nothingFound') : t('phone.found', { number: items.length })

  return (
    <CountryCell id={id} label={label} code={selectedItem?.code ?? ''} dialCode={dialCode}>
      <input
        {...picker.getInputProps({
          ref: input,
          onChange: (event) => setSearch(event.currentTarget.value),
          onFocus: (event) => event.currentTarget.select(),
          onBlur,
          onKeyDown: (event) => {
            if (['Enter', 'ArrowDown', 'ArrowUp'].includes(event.key)) hurry(event)
          },
        })}
        autoComplete="off"
        spellCheck={false}
        placeholder={t('phone.countryHint')}
        className={CELL_INPUT}
        {...described}
        {...(items.length === 0 ? { 'aria-activedescendant': undefined } : {})}
      />
      <button
        type="button"
        {...picker.getToggleButtonProps({ 'aria-label': t('phone.openCountries') })}
        className={CELL_BUTTON}
      >
        <ChevronIcon className={`size-5 transition-transform ${isOpen ? 'rotate-180' : ''}`} />
      </button>
      <div
        className={`absolute inset-x-0 top-full z-20 mt-1.5 overflow-hidden rounded-field border border-line-strong bg-surface shadow-toast ${isOpen ? '' : 'hidden'}`}
      >
        <ul
          {...picker.getMenuProps({ 'aria-label': t('phone.countries') })}
          className="max-h-[15rem] overflow-y-auto overscroll-contain"
        >
          {isOpen
            ? items.map((item, index) => (
                <li
                  key={item.code}
                  {...picker.getItemProps({ item, index })}
                  className={`flex min-h-11 cursor-pointer flex-wrap items-center justify-between gap-x-4 px-3.5 py-1.5 ${index === highlightedIndex ? 'bg-tint forced-colors:outline-2 forced-colors:-outline-offset-2' : ''} ${item.code === selectedItem?.code ? 'font-semibold' : ''}`}
                >
                  {/* WebKitGTK stops the page for seconds to load a dictionary: only for large letters. */}
                  <span className="min-w-0 @max-[16rem]:hyphens-auto">{item.name}</span>
                  <span translate="no" className="text-ink-soft tabular">{`+${item.dialCode}`}</span>
                </li>
              ))
            : null}
        </ul>
        {nothing ? <p className="px-3.5 py-3 text-ink-soft">{t('phone.nothingFound')}</p> : null}
      </div>
      <p role="status" className="sr-only">
        {status}
      </p>
    </CountryCell>
  )
}
