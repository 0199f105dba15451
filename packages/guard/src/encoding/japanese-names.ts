/** In Shift JIS: characters of two bytes, half-width katakana of one. */
const characters = /[\x81-\x9f\xe0-\xfc][\x40-\x7e\x80-\xfc]|[\xa1-\xdf]/g
/** Two and more after each other, without half-width katakana. */
const stretches = /(?:[\x81-\x9f\xe0-\xfc][\x40-\x7e\x80-\xfc]){2,}/g
/** The last lead byte of the kanji in everyday use (JIS X 0208 level 1); kana and signs come before them. */
const lastCommonLead = 0x98
const fewest = 4

/**
 * Whether bytes read as Shift JIS are the kanji of everyday use, one after the other, as names and addresses are: lists
 * without a word of prose have none of the characters by which Japanese is told else.
 */
export function looksLikeJapaneseNames(sample: Uint8Array): boolean {
  const text = Buffer.from(sample.buffer, sample.byteOffset, sample.byteLength).toString('latin1')
  const found = text.match(characters) ?? []
  const beyondAscii = sample.filter((byte) => byte >= 0x80).length
  const inPairs = found.filter(
    (character) => character.length === 2 && character.codePointAt(0)! <= lastCommonLead,
  ).length
  const inStretches = (text.match(stretches) ?? []).reduce((sum, stretch) => sum + stretch.length / 2, 0)
  // No byte beyond ASCII may be left over, but for one at the end of the sample.
  const covered = found.reduce((sum, each) => sum + each.replace(/[\0-\x7f]/g, '').length, 0)
  return (
    inPairs >= fewest &&
    inPairs >= 0.9 * found.length &&
    inStretches >= 0.8 * found.length &&
    covered >= beyondAscii - 1
  )
}
