import { COUNTRY_SEARCH_DEBOUNCE_MS } from '@avouch/contract'
import { useCombobox } from 'downshift'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { type Country, countriesIn, filterCountries } from '#lib/countries.ts'
import { useLanguage, useTranslate } from '#lib/language.ts'
import { described, Field, INPUT } from '#ui/field.tsx'
import { ChevronIcon } from '#ui/icons.tsx'

type CountryPickerProps = {
  label: string
  /** ISO code. */
  initial: string
  onPick: (country: Country | undefined) => void
  onBlur: () => void
  error?: string | undefined
}

const textOf = (country: Country | null | undefined): string =>
  country ? `${country.name} (+${country.dialCode})` : ''

/** Follows a text when it has rested for a moment, or at once when somebody will not wait. */
function useRested(text: string): [rested: string, catchUp: () => void] {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), COUNTRY_SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return [rested, () => setRested(text)]
}

export function CountryPicker(props: CountryPickerProps) {
  // The names are of one language: another language is another list, with the same country picked.
  const language = useLanguage()
  const [picked, setPicked] = useState(props.initial)
  const pick = (country: Country | undefined) => {
    setPicked(country?.code ?? '')
    props.onPick(country)
  }
  return <Picker key={language} {...props} language={language} initial={picked} onPick={pick} />
}

function Picker({ label, initial, onPick, onBlur, error, language }: CountryPickerProps & { language: string }) {
  const t = useTranslate()
  const id = useId()
  const [all] = useState(() => countriesIn(language))
  const [search, setSearch] = useState('')
  const [rested, catchUp] = useRested(search)
  const items = rested === '' ? all : filterCountries(all, rested)

  const picker = useCombobox<Country>({
    id,
    inputId: id,
    items,
    itemToString: textOf,
    initialSelectedItem: all.find(({ code }) => code === initial) ?? null,
    onSelectedItemChange: ({ selectedItem }) => onPick(selectedItem ?? undefined),
    // Typing opens the list too, and what was typed then counts already.
    onIsOpenChange: ({ isOpen: opened }) => {
      if (!opened) setSearch('')
    },
    stateReducer: (state, { type, changes }) => {
      // A name that was begun and left is not an answer: what is picked stands there again. Emptied means none.
      if (type === useCombobox.stateChangeTypes.InputBlur) {
        const kept = state.inputValue === '' ? null : state.selectedItem
        return { ...changes, selectedItem: kept, inputValue: textOf(kept) }
      }
      // The first match is what Enter takes.
      return type === useCombobox.stateChangeTypes.InputChange ? { ...changes, highlightedIndex: 0 } : changes
    },
  })
  const { isOpen, highlightedIndex, selectedItem } = picker

  /** Keys that are faster than the list: it catches up first, so that nothing is taken from an old one. */
  const hurry = (event: KeyboardEvent<HTMLInputElement>) => {
    if (search === rested) return
    catchUp()
    Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
    event.preventDefault()
    const found = filterCountries(all, search)
    // The first is marked already.
    if (event.key === 'ArrowDown') picker.setHighlightedIndex(Math.min(1, found.length - 1))
    else if (event.key === 'ArrowUp') picker.setHighlightedIndex(found.length - 1)
    else {
      if (found[0] !== undefined) picker.selectItem(found[0])
      picker.closeMenu()
    }
  }
  const nothing = isOpen && rested !== '' && items.length === 0
  const status =
    !isOpen || rested === '' ? '' : nothing ? t('phone.nothingFound') : t('phone.found', { number: items.length })

  return (
    <Field id={id} label={label} error={error}>
      <div className="relative">
        <input
          {...picker.getInputProps({
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
          className={`${INPUT} pe-13 text-ellipsis`}
          {...described(id, { error })}
          {...(items.length === 0 ? { 'aria-activedescendant': undefined } : {})}
        />
        <button
          type="button"
          {...picker.getToggleButtonProps({ 'aria-label': t('phone.openCountries') })}
          className="absolute inset-e-1 top-1 grid size-11 place-items-center rounded-[8px] text-ink-soft hover:text-ink"
        >
          <ChevronIcon className={`size-5 transition-transform ${isOpen ? 'rotate-180' : ''}`} />
        </button>
        <div
          className={`absolute inset-x-0 top-full z-20 mt-1.5 overflow-hidden rounded-field border border-line-strong bg-surface shadow-card ${isOpen ? '' : 'hidden'}`}
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
                    className={`flex min-h-11 cursor-pointer items-center justify-between gap-4 px-3.5 py-1.5 ${index === highlightedIndex ? 'bg-tint forced-colors:outline-2 forced-colors:-outline-offset-2' : ''} ${item.code === selectedItem?.code ? 'font-semibold' : ''}`}
                  >
                    {item.name}
                    <span className="text-ink-soft tabular-nums">+{item.dialCode}</span>
                  </li>
                ))
              : null}
          </ul>
          {nothing ? <p className="px-3.5 py-3 text-ink-soft">{t('phone.nothingFound')}</p> : null}
        </div>
        <p role="status" className="sr-only">
          {status}
        </p>
      </div>
    </Field>
  )
}
