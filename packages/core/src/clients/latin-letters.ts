import { areTranscriptions } from './transcribed-name.ts'

/** Letters as passports write them (ICAO Doc 9303 for Cyrillic, ELOT 743 for Greek), and Latin ones that Unicode does not take apart. */
const latin: ReadonlyMap<string, string> = new Map(
  (
    'а:a б:b в:v г:g д:d е:e ж:zh з:z и:i к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh щ:shch ъ: ы:y ь: э:e ю:yu я:ya ' +
    'і:i є:ye ґ:g ј:j љ:lj њ:nj ћ:c ђ:dj џ:dz ' +
    'α:a β:v γ:g δ:d ε:e ζ:z η:i θ:th ι:i κ:k λ:l μ:m ν:n ξ:x ο:o π:p ρ:r σ:s ς:s τ:t υ:y φ:f χ:ch ψ:ps ω:o ' +
    'đ:d ð:d þ:th ı:i'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)

const foreign = /[\u0370-\u03ff\u0400-\u04ffđðþı]/g

/** A folded word, Cyrillic or Greek letters as Latin ones. */
export const inLatin = (word: string): string =>
  word.search(foreign) === -1
    ? word
    : word.replaceAll('ου', 'ou').replaceAll(foreign, (letter) => latin.get(letter) ?? letter)

/**
 * Whether two words are one that is written with an umlaut or a ring, and in plain letters ("Müller", "Mueller"), or "Юрий" and
 * "Yury", or transcribed into two languages ("Smirnow", "Smirnoff").
 */
export const areSpellings = (a: string, b: string): boolean =>
  (a.length !== b.length && a[0] === b[0] && plain(a) === plain(b)) || areTranscriptions(a, b)

const plain = (word: string): string =>
  word
    .replaceAll(/(?<=[aou])e/g, '')
    .replaceAll('aa', 'a')
    .replace(/i[iyj]$/, 'y')
