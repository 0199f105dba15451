import { mailbox, readSender } from '@chancery/core'
import { apiKeyId } from '@chancery/http'
import { readAllowedHosts } from '@chancery/outbound'
import type { Configuration } from './configuration.ts'
import { wordsIn } from './setting-values.ts'

/** Values that only a runtime can judge; told also where others are not of their form. */
export function runtimeFaults(given: Readonly<Record<string, unknown>>): string[] {
  const mistakes: string[] = []
  const holds = (name: keyof Configuration, message: string, check: (value: string) => unknown): void => {
    const value = given[name]
    // The defaults hold, and asking Intl about them would cost a cold start a tenth of its time.
    if (typeof value !== 'string') return
    try {
      check(value)
    } catch {
      mistakes.push(`${name}: ${message}`)
    }
  }
  holds('CHANCERY_LOCALE', 'Must be a BCP 47 tag.', (value) => Intl.getCanonicalLocales(value))
  holds(
    'CHANCERY_TIME_ZONE',
    'Must be an IANA time zone.',
    (value) => new Intl.DateTimeFormat('en', { timeZone: value }),
  )
  holds(
    'CHANCERY_CURRENCY',
    'Must be an ISO 4217 code.',
    (value) => new Intl.NumberFormat('en', { style: 'currency', currency: value }),
  )
  holds(
    'CHANCERY_URL_HOSTS',
    'Must be hosts: files.example.com, *.example.com for all below it, http://host:port for just that; not `*` alone.',
    (value) => readAllowedHosts(wordsIn(value)),
  )
  holds('CHANCERY_CORS_ORIGINS', 'Must be origins such as https://console.example.org, or `*` for all.', (value) => {
    if (wordsIn(value).some((word) => word !== '*' && !isWebOrigin(word))) throw new TypeError()
  })
  holds('CHANCERY_API_KEY', 'Must be a key as `keys create` makes them.', (value) => {
    if (apiKeyId(value) === undefined) throw new TypeError()
  })
  holds('CHANCERY_EMAIL_SENDERS', 'Must be addresses, or domains as @example.com.', (value) => {
    if (wordsIn(value).some((word) => readSender(word) === undefined)) throw new TypeError()
  })
  holds('CHANCERY_EMAIL_FROM', 'Must be one e-mail address, with or without a name.', (value) => mailbox.parse(value))
  return mistakes
}

/** @throws TypeError for what is no address */
function isWebOrigin(word: string): boolean {
  const { origin, protocol } = new URL(word)
  return origin === word && /^https?:$/.test(protocol)
}
