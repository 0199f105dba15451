import type { Profile } from './compare-clients.ts'

/** As many words as this are taken as read before any was: then each is one of some hundreds. */
const assumed = 600
const assumedEach = 2

/** Words of names from which on a file tells which of them are usual, and how often those are met at least. */
const [enough, metAgain] = [2000, 2]

/** Clients who have a word in one place, from which on it is known to belong there. */
const knownFrom = 4

/** What of a client is counted; batches of imports that were kept by an older version have no given names. */
export type NamedClient = Pick<Profile, 'words' | 'postcode' | 'locality'> & Partial<Pick<Profile, 'given'>>

/**
 * How usual names and places are in what was read so far: two called Smith in London are less likely one than two called
 * Lovelace in Ely.
 */
export class WordCounts {
  readonly #names = new Map<string, number>()
  readonly #given = new Map<string, number>()
  readonly #places = new Map<string, number>()
  #ofNames = 0
  #clients = 0
  #ofPlaces = 0

  /** Clients that were counted. */
  get clients(): number {
    return this.#clients
  }

  add({ words, given = [], postcode, locality }: NamedClient): void {
    for (const word of words) this.#names.set(word, (this.#names.get(word) ?? 0) + 1)
    for (const word of given) this.#given.set(word, (this.#given.get(word) ?? 0) + 1)
    this.#ofNames += words.length
    this.#clients++
    for (const place of [postcode, locality]) {
      if (place !== '') this.#places.set(place, (this.#places.get(place) ?? 0) + 1)
    }
    if (postcode !== '' || locality !== '') this.#ofPlaces++
  }

  /** Whether a word may be a name rather than a slip in one: where much was read, names are met again. */
  mayBeName = (word: string): boolean => this.#ofNames < enough || (this.#names.get(word) ?? 0) >= metAgain

  /** Whether a word of names is that of given ones more often than not. */
  isRatherGiven = (word: string): boolean => 2 * (this.#given.get(word) ?? 0) > Math.max(1, this.#names.get(word) ?? 0)

  /** Whether so many have a word as a given name, or as a family name, that a pair in doubt is not all that tells so. */
  isKnown = (word: string, as: 'given' | 'family'): boolean => {
    const all = this.#names.get(word) ?? 0
    const given = this.#given.get(word) ?? 0
    const times = as === 'given' ? given : all - given
    return times >= knownFrom && 2 * times > all
  }

  /**
   * Whether of two words with one letter changed one is known as a name and the other is not; few slips are in the first
   * letter.
   */
  isSlip = (one: string, other: string): boolean => one[0] === other[0] && this.mayBeName(one) !== this.mayBeName(other)

  /** The share of names that a word is of, 0 to 1. */
  shareOfName = (word: string): number => ((this.#names.get(word) ?? 0) + assumedEach) / (this.#ofNames + assumed)

  /** The share of clients who live there, 0 to 1. */
  shareOfPlace = (place: string): number =>
    ((this.#places.get(place) ?? 0) + assumedEach) / (this.#ofPlaces + assumed / 6)
}
