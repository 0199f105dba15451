import * as z from 'zod'

/** Units of UTF-16: no tag, name or code is as long. */
const mostUnits = 64

const custom = (isValid: (value: string) => boolean, message: string, code: string): z.ZodString =>
  z
    .string()
    .max(mostUnits)
    .refine(
      (value) => {
        // Said already. ICU would take a second for megabytes.
        if (value.length > mostUnits) return true
        try {
          return isValid(value)
        } catch {
          return false
        }
      },
      { message, params: { code } },
    )

/** No language of more than three letters is registered: what has more is its name (BCP 47, 2.2.1). */
const beginsWithCode = /^(?:[a-z]{2,3}|[ix])(?:-|$)/i

/** A language or locale. */
export const localeTag = custom(
  (value) => beginsWithCode.test(value) && Intl.getCanonicalLocales(value).length === 1,
  'Must be a BCP 47 tag, such as "de-DE".',
  'invalid_locale',
)

/** How dates, numbers and money are written; absent: the service's settings. */
export const localeOptions = () => ({
  locale: localeTag.optional().describe('BCP 47 tag.'),
  timeZone: custom(
    (value) => new Intl.DateTimeFormat('en', { timeZone: value }).format(0) !== '',
    'Must be an IANA time zone, such as "Europe/Berlin".',
    'invalid_time_zone',
  )
    .optional()
    .describe('IANA time zone.'),
  currency: custom(
    (value) => /^[A-Za-z]{3}$/.test(value),
    'Must be an ISO 4217 code, such as "EUR".',
    'invalid_currency',
  )
    .optional()
    .describe('ISO 4217 code, for amounts that name none.'),
})
