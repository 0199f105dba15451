import { composedTones } from '@chancery/formats/text'

/** Letters beyond ASCII of Vietnamese, small: vowels with each of the tones, and one consonant. */
const letters = new Set(
  Array.from('aăâeêioôơuưy').flatMap((vowel) =>
    ['', '\u0300', '\u0301', '\u0303', '\u0309', '\u0323'].map((tone) => (vowel + tone).normalize('NFC')),
  ),
).add('đ')

/** Tones as Windows-1258 writes them: bytes that are letters everywhere else. */
const tones = new Set([0xcc, 0xd2, 0xde, 0xec, 0xf2])
/** Fewer tones may be any other letters behind vowels. */
const fewestTones = 2

/** Whether bytes read as Vietnamese of Windows-1258: every tone has its vowel, and no letter is of another language. */
export function looksVietnamese(sample: Uint8Array): boolean {
  let toned = 0
  for (const byte of sample) if (tones.has(byte)) toned++
  if (toned < fewestTones) return false
  const text = composedTones('windows-1258', new TextDecoder('windows-1258').decode(sample))
  const beyond = Array.from(text).filter((character) => character > '\u007f')
  return beyond.every((character) => letters.has(character.toLowerCase()) || /[\p{P}\u00a0₫]/u.test(character))
}
