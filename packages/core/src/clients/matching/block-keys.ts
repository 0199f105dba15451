import { memoized } from '../../memoized.ts'
import type { ClientData } from '../../model/client-record.ts'
import { distinctiveWords } from './distinctive-words.ts'

/** Clients of one key that are compared; a key that more have tells nobody apart. */
export const maxOfKey = 40

/**
 * The consonants of a word, doubled ones once, like ones alike: what mostly survives a slip, and a transcription into another
 * language ("Zhukova", "Schukowa"). At most four.
 */
const skeleton = memoized((word) => {
  const letters = word
    .replace(/^[jy](?=e)/, '')
    .replace(/^y(?=[aou])/, 'j')
    .replaceAll('schtsch', 'shch')
    .replaceAll('tsch', 'ch')
    .replaceAll(/sch|t[sz]/g, 's')
    .replaceAll(/ph/g, 'f')
    .replaceAll(/[ck]|qu?/g, 'k')
    .replaceAll(/[sz]/g, 's')
    .replaceAll('w', 'v')
  const bare = letters.slice(0, 1) + letters.slice(1).replaceAll(/[aeiouyhäöüáéíóú]/g, '')
  return bare.replaceAll(/(.)\1+/g, '$1').slice(0, 4)
})

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

/** A tax id in small letters and digits alone; `''` where there is none. */
export const bareTaxId = (taxId = ''): string => taxId.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
/** Characters of one that tells clients apart. */
export const shortestTaxId = 6

const fold = (text: string | undefined): string => distinctiveWords(text ?? '', 'place').join('')

/**
 * By what clients are looked for that may be the same, though no id, address or number says so. Each key stands for one
 * way in which two records of a client still agree; two that agree in none are never compared. Where there is a name, its
 * key is the first.
 * @returns digests of 53 bits, at most a dozen: a directory keeps many, and needs none of the names in them
 */
export const blockKeys = (data: ClientData): readonly number[] =>
  [...new Set(agreementsOf(data).map(shortDigest))].slice(0, 12)

const wholeName = (words: readonly string[]): string => `n:${words.toSorted().join(' ')}`

function agreementsOf({ name, kind, birthDate, address, emails, phones, taxId }: ClientData): readonly string[] {
  const words = distinctiveWords(name, kind === 'organization' ? 'organization' : 'person')
  // Of "Toth" or "Kaya" one consonant is left: they are looked for as they are written.
  const sounds = words
    .map((word) => (skeleton(word).length > 1 ? skeleton(word) : word.slice(0, 4)))
    .filter((sound) => sound.length > 1)
  const [first, last] = [sounds[0], sounds.at(-1)]
  const both = first === undefined || last === undefined ? undefined : [first, last].toSorted().join(':')
  const place = fold(address?.postcode) || fold(address?.locality)
  const number = /\d+/.exec(address?.street ?? '')?.[0]
  const keys: string[] = []
  // Every word, in whatever order.
  if (words.length > 0) keys.push(wholeName(words))
  const tax = bareTaxId(taxId)
  if (tax.length >= shortestTaxId) keys.push(`x:${tax}`)
  if (birthDate !== undefined) {
    // By each word, so that a slip in one of them is none in the others: of two family names, one may be left out.
    for (const sound of new Set(sounds.slice(0, 4))) keys.push(`b:${birthDate}:${sound.slice(0, 2)}`)
    // A slip in the date leaves either the year or the day.
    if (both !== undefined) keys.push(`y:${birthDate.slice(0, 4)}:${both}`, `m:${birthDate.slice(5)}:${both}`)
  }
  if (place !== '') {
    if (both !== undefined) keys.push(`p:${place}:${both}`)
    if (number !== undefined && first !== undefined) keys.push(`s:${place}:${number}:${first.slice(0, 1)}`)
  }
  for (const email of emails.slice(0, 3)) {
    const local = localPart(email)
    if (local.length > 4) keys.push(`l:${local}`)
  }
  // Those that begin with a country are identifiers of their own.
  for (const phone of phones.filter((each) => !each.startsWith('+')).slice(0, 3)) {
    const digits = lastDigits(phone)
    if (digits !== '') keys.push(`t:${digits}`)
  }
  return keys
}

/** Two mixes of 32 bits (Jenkins' one-at-a-time), of which 53 bits are kept. */
export function shortDigest(text: string): number {
  let [one, other] = [0x9e_37_79_b9, 0x85_eb_ca_6b]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    one = Math.imul(one ^ unit, 0x5b_d1_e9_95)
    one ^= one >>> 13
    other = Math.imul(other ^ unit, 0x1b_87_35_93)
    other ^= other >>> 15
  }
  return (one >>> 11) * 4_294_967_296 + (other >>> 0)
}
