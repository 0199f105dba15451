import type { ClientData } from '../client-record.ts'
import { distinctiveWords } from './distinctive-words.ts'

/** Clients of one key that are compared; a key that more have tells nobody apart. */
export const maxOfBlock = 40

/** The consonants of a word, doubled ones once, like ones alike: what mostly survives a slip. At most four. */
function skeleton(word: string): string {
  const letters = word
    .replaceAll(/ph/g, 'f')
    .replaceAll(/[ck]|qu?/g, 'k')
    .replaceAll(/[sz]/g, 's')
    .replaceAll('w', 'v')
  const bare = letters.slice(0, 1) + letters.slice(1).replaceAll(/[aeiouyhäöüáéíóú]/g, '')
  return bare.replaceAll(/(.)\1+/g, '$1').slice(0, 4)
}

/** The digits of a number without what a country or an exchange puts in front. */
export const lastDigits = (phone: string): string => {
  const digits = phone.replace(/;ext=.*/, '').replaceAll(/\D/g, '')
  return digits.length < 7 ? '' : digits.slice(-8)
}

/** The part before the @ without what stands behind a plus, letters and digits alone. */
export const localPart = (email: string): string =>
  email
    .slice(0, Math.max(email.lastIndexOf('@'), 0))
    .replace(/\+.*/, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const fold = (text: string | undefined): string => distinctiveWords(text ?? '', 'place').join('')

/**
 * By what clients are looked for that may be the same, though no id, address or number says so. Each key stands for one
 * way in which two records of a client still agree; two that agree in none are never compared.
 * @returns keys without a secret, at most a dozen
 */
export function blockKeys({ name, kind, birthDate, address, emails, phones }: ClientData): readonly string[] {
  const words = distinctiveWords(name, kind === 'organization' ? 'organization' : 'person')
  const sounds = words.map(skeleton).filter((sound) => sound.length > 1)
  const [first, last] = [sounds[0], sounds.at(-1)]
  const places = [fold(address?.postcode), fold(address?.locality)].filter((place) => place !== '')
  const number = /\d+/.exec(address?.street ?? '')?.[0]
  const keys: (string | undefined)[] = [
    // Every word, in whatever order.
    words.length > 1 || kind === 'organization' ? `n:${words.toSorted().join(' ')}` : undefined,
  ]
  if (birthDate !== undefined) {
    // By the first word and by the last, so that a slip in one of them is none in the other.
    for (const sound of new Set([first, last]))
      if (sound !== undefined) keys.push(`b:${birthDate}:${sound.slice(0, 2)}`)
    for (const place of places) keys.push(`d:${birthDate}:${place}`)
    // A slip in the date leaves either the year or the day.
    if (first !== undefined && last !== undefined) {
      keys.push(`y:${birthDate.slice(0, 4)}:${[first, last].toSorted().join(':')}`)
      keys.push(`m:${birthDate.slice(5)}:${[first, last].toSorted().join(':')}`)
    }
  }
  for (const place of places) {
    if (first !== undefined && last !== undefined) keys.push(`p:${place}:${[first, last].toSorted().join(':')}`)
    if (number !== undefined && (first ?? last) !== undefined)
      keys.push(`s:${place}:${number}:${(first ?? '').slice(0, 1)}`)
  }
  for (const email of emails.slice(0, 3)) {
    const local = localPart(email)
    if (local.length > 4) keys.push(`l:${local}`)
  }
  for (const phone of phones.slice(0, 3)) {
    const digits = lastDigits(phone)
    if (digits !== '') keys.push(`t:${digits}`)
  }
  return [...new Set(keys.filter((key) => key !== undefined))].slice(0, 14)
}
