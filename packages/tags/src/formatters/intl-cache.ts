/** Making an `Intl` object costs more than using it a hundred times; there are few different ones. */
const capacity = 256

function cached<Options, Made>(
  make: (locale: string, options: Options) => Made,
): (locale: string, options: Options) => Made {
  const kept = new Map<string, Made>()
  return (locale, options) => {
    const key = `${locale} ${JSON.stringify(options)}`
    let made = kept.get(key)
    if (made === undefined) {
      made = make(locale, options)
      if (kept.size >= capacity) kept.clear()
      kept.set(key, made)
    }
    return made
  }
}

/** What is rounded to nothing has no sign. */
export const numberFormat = cached(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, { signDisplay: 'negative', ...options }),
)
export const dateFormat = cached(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)
export const pluralRules = cached((locale, options: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, options))
export const collator = cached((locale, options: Intl.CollatorOptions) => new Intl.Collator(locale, options))
export const relativeFormat = cached(
  (locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
)
export const listFormat = cached((locale, options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options))
